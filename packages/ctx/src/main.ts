// argv in, exit code out; nothing else.

import manifest from '../package.json' with { type: 'json' };
import { runProcess } from './cli/process-host.js';
import type { WordTable } from './cli/wording.js';
import { endHook } from './commands/end-hook.js';
import { commands } from './commands/index.js';

const [word, ...rest] = process.argv.slice(2);
/** The socket that a sandbox shows. */
const outside = process.env['CTX_OUTSIDE'];

if (word === 'hook' && !rest.some(asksTheProgram)) {
  // How hosts were told to call before there was `ctx-hook`; their settings still say so.
  import('./commands/hook-process.js')
    .then(({ runHookProcess }) => runHookProcess(rest))
    .catch((error: unknown) => endHook(rest, error));
} else {
  runProcess({
    name: 'ctx',
    version: manifest.version,
    commands,
    words: wordsFor,
    shippedFolder: import.meta.dirname,
    bare: (atTerminal) => (atTerminal && 'chat' in commands ? ['chat'] : ['help']),
    elsewhere: outside === undefined ? undefined : askOutside(outside),
  });
}

/** A line that cannot be read is what fails most, and needs a small part of all words. */
async function wordsFor(code: string): Promise<WordTable> {
  const { commandLineWords } = await import('./cli/words/command-line.js');
  return code in commandLineWords ? commandLineWords : (await import('./cli/words.js')).words;
}

function asksTheProgram(flag: string): boolean {
  return (
    flag === '-h' ||
    ['--help', '--output-format', '--envelope-version', '--json', '--jq'].some((name) =>
      flag.startsWith(name),
    )
  );
}

function askOutside(socket: string) {
  return async (argv: readonly string[], cwd: string) =>
    (await import('./commands/ask-outside.js')).askOutside(socket, argv, cwd);
}
