import { foreign, type Services } from '../cli/command.js';
import { namedKinds } from '../cli/completion/value-kinds.js';
import { completionScript, shells } from '../cli/completion.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag } from '../cli/inputs.js';
import { readTable } from '../cli/shipped.js';
import { fail } from '../protocol/codes.js';

export default foreign({
  name: 'completion',
  group: 'about',
  summary: 'Print a shell completion script',
  description:
    'Prints a script that completes commands, flags, their values and paths. Print it again after an update of ctx. For names that change (sessions, fleets, models, agents, tools, commands, catalog entries, tasks), the script asks ctx when you press Tab: --words prints them, one per line.',
  examples: [
    {
      line: 'source <(ctx completion bash)',
      says: 'for this bash session; put it into ~/.bashrc to keep it',
    },
    { line: 'ctx completion zsh > ~/.zfunc/_ctx', says: 'for zsh, with ~/.zfunc in $fpath' },
    { line: 'ctx completion fish > ~/.config/fish/completions/ctx.fish', says: 'for fish' },
    { line: 'ctx completion --words sessions', says: 'the session ids that a shell offers here' },
  ],
  arguments: { shell: argument.optionalChoice('the shell', shells) },
  flags: { words: flag.choice('print the names of one kind, as the scripts do', namedKinds) },
  speaks: 'the language of a shell',
  async run({ args: { shell }, flags: { words } }, services) {
    if (words !== undefined) {
      if (shell !== undefined) throw contradiction('--words', shell);
      const { namesOf } = await import('./completion/names.js');
      const names = await namesOf(words, services);
      return { stdout: names.map((name) => `${name}\n`).join(''), exitCode: 0 };
    }
    if (shell === undefined)
      throw fail('argument_missing', { operation: 'argparse', target: 'shell', command: 'completion' });
    return { stdout: scriptFor(shell, services), exitCode: 0 };
  },
});

function scriptFor(shell: (typeof shells)[number], { program }: Services): string {
  return completionScript(shell, readTable(program.shippedFolder));
}
