// Shell commands that would change the contract itself: `ctx hooks pause`, `echo > .context/config.yaml`. A fence for what an
// agent does without meaning harm or meaning little of it; the wall is the sandbox.

import { posix } from 'node:path';
import { meaningsOf } from '../policy/command-meanings.js';
import { globCouldMatch } from '../policy/glob.js';
import { plainCommands } from '../policy/plain-script.js';
import { shellCommands } from '../policy/shell-commands.js';
import { hole } from '../policy/shell-words.js';
import { ownPathIn, withoutQuotes } from './own-files.js';

/** Only a person does these. */
const personal = ['hooks pause', 'hooks remove', 'trust', 'delete-session'];
/** Flags by which a person says yes in advance. */
const consents = ['--trust', '--accept-pad-config'];
const runtimes = ['node', 'nodejs', 'bun', 'deno'];
const starts = [
  ...['ctx', 'ctx.cjs', 'npx *ctx*', 'npm *ctx*', 'pnpm *ctx*', 'yarn *ctx*', 'bunx *ctx*'],
  ...runtimes.map((runtime) => `${runtime} *ctx.cjs`),
];
/** Only a host starts this one: it writes down what the agent did. */
const hookPrograms = [
  'ctx-hook',
  'hook.cjs',
  'npx *ctx-hook',
  ...runtimes.map((runtime) => `${runtime} *hook.cjs`),
  ...starts.map((start) => `${start} hook`),
].flatMap((start) => [start, `${start} *`]);
/** They only look, whatever they are given. */
const readers = new Set(
  'cat head tail grep egrep fgrep rg ls stat wc file diff cmp tree du jq echo printf test sha256sum'.split(
    ' ',
  ),
);
/** But by these words they write what they found into a file, or hand files to another program. */
const changingWords: Readonly<Record<string, RegExp>> = {
  git: /^--ou|^--op|^-[^-]*O/,
  rg: /^--pre/,
  tree: /^-[^-]*o|^--ou/,
  ctx: /^--(?:out|file|into)|^pad$/,
};
const readersOfGit = new Set('add status diff log show commit ls-files blame grep check-ignore'.split(' '));

/** No system starts a program with a longer word, and to read it would take longer than hosts wait. */
const longestScript = 128 * 1024;

/** What of the contract the script would change, or might; `moved` are files of it that no name tells. */
export function ownThingIn(script: string, moved: readonly string[]): string | undefined {
  if (script.length > longestScript)
    throw new RangeError(`a command of ${script.length} characters is too long`);
  const bare = withoutQuotes(script);
  return personalCommandIn(script, bare) ?? ownFileIn(script, bare, moved);
}

/** Whether each of its commands only looks at what it is given. */
export function onlyLooks(script: string): boolean {
  return plainCommands(script)?.every(isReader) === true;
}

function personalCommandIn(script: string, bare: string): string | undefined {
  const { texts, certain } = meaningsOf(shellCommands(script));
  const isRun = (patterns: readonly string[]) =>
    texts.some((text) => !listsTrust(text) && patterns.some((one) => globCouldMatch(one, text, hole)));
  const isPossible = (words: string) =>
    !certain && bare.includes('ctx') && words.split(' ').every((word) => bare.includes(word));
  for (const verb of personal) {
    const patterns = starts.flatMap((start) => [`${start} ${verb}`, `${start} ${verb} *`]);
    if (isRun(patterns) || isPossible(verb)) return `ctx ${verb}`;
  }
  if (isRun(hookPrograms)) return 'ctx-hook';
  return consents.find((flag) => isRun(starts.map((start) => `${start} *${flag}*`)) || isPossible(flag));
}

/** The one thing about trust that an agent may do. */
function listsTrust(text: string): boolean {
  return text.endsWith(' trust list') && text.indexOf(' trust') === text.lastIndexOf(' trust');
}

function ownFileIn(script: string, bare: string, moved: readonly string[]): string | undefined {
  const ownIn = (text: string) => ownPathAmong(text) ?? moved.find((place) => text.includes(place));
  const own = ownIn(bare);
  if (own === undefined) return undefined;
  const onlyReads = plainCommands(script)?.every((words) => {
    return ownIn(words.join(' ')) === undefined || isReader(words);
  });
  return onlyReads === true ? undefined : own;
}

/** Wherever it stands: `open('.context/config.yaml', 'w')` names it, too. */
function ownPathAmong(text: string): string | undefined {
  for (const piece of text.split(/[^\w./-]+/)) {
    // Behind an option's letter, too: `-o.context/config.yaml`.
    const path = piece.replace(/^-+[A-Za-z](?=\.)/, '');
    const own = ownPathIn(path) ?? ownPathIn(posix.normalize(path));
    if (own !== undefined) return own;
  }
  return undefined;
}

function isReader([name = '', ...rest]: readonly string[]): boolean {
  if (rest.some((word) => changingWords[name]?.test(word))) return false;
  return name === 'git' ? readersOfGit.has(rest[0] ?? '') : name === 'ctx' || readers.has(name);
}
