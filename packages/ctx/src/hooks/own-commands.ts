// Shell commands that would change the contract itself: `ctx hooks pause`, `echo > .context/config.yaml`. A fence for what an
// agent does without meaning harm or meaning little of it; the wall is the sandbox.

import { meaningsOf } from '../policy/command-meanings.js';
import { globCouldMatch } from '../policy/glob.js';
import { plainCommands } from '../policy/plain-script.js';
import { shellCommands } from '../policy/shell-commands.js';
import { hole } from '../policy/shell-words.js';
import { ownPathIn, withoutQuotes } from './own-files.js';

/** Only a person does these. */
const personal = ['hooks pause', 'hooks remove', 'trust'];
const starts = ['ctx', 'npx *ctx*', 'node *ctx.cjs', 'pnpm *ctx*', 'yarn *ctx*', 'bunx *ctx*'];
/** They only look, whatever they are given. */
const readers = new Set(
  'cat head tail less more grep egrep fgrep rg ls stat wc file diff cmp tree du jq echo printf test sha256sum'.split(
    ' ',
  ),
);
const readersOfGit = new Set('add status diff log show commit ls-files blame grep check-ignore'.split(' '));

/** What of the contract the script would change, or might. */
export function ownThingIn(script: string): string | undefined {
  const bare = withoutQuotes(script);
  return personalCommandIn(script, bare) ?? ownFileIn(script, bare);
}

function personalCommandIn(script: string, bare: string): string | undefined {
  const { texts, certain } = meaningsOf(shellCommands(script));
  for (const verb of personal) {
    const patterns = starts.flatMap((start) => [`${start} ${verb}`, `${start} ${verb} *`]);
    const isMeant = texts.some(
      (text) => !text.endsWith(' trust list') && patterns.some((one) => globCouldMatch(one, text, hole)),
    );
    const isPossible =
      !certain && bare.includes('ctx') && verb.split(' ').every((word) => bare.includes(word));
    if (isMeant || isPossible) return `ctx ${verb}`;
  }
  return undefined;
}

function ownFileIn(script: string, bare: string): string | undefined {
  const own = ownPathAmong(bare);
  if (own === undefined) return undefined;
  const onlyReads = plainCommands(script)?.every((words) => {
    return ownPathAmong(words.join(' ')) === undefined || isReader(words);
  });
  return onlyReads === true ? undefined : own;
}

/** Wherever it stands: `open('.context/config.yaml', 'w')` names it, too. */
function ownPathAmong(text: string): string | undefined {
  for (const piece of text.split(/[^\w./-]+/)) {
    const own = ownPathIn(piece);
    if (own !== undefined) return own;
  }
  return undefined;
}

function isReader([name = '', first = '']: readonly string[]): boolean {
  if (name === 'git') return readersOfGit.has(first);
  return name === 'ctx' || readers.has(name);
}
