import { foreign } from '../cli/command.js';
import { completionScript, shells } from '../cli/completion.js';
import { argument } from '../cli/inputs.js';
import { readTable } from '../cli/shipped.js';

export default foreign({
  name: 'completion',
  group: 'about',
  summary: 'Print the completion script of a shell',
  description:
    'Prints a script that completes commands, flags and their choices. It holds the words itself, so that pressing Tab starts no process; print it again after an update.',
  examples: [
    {
      line: 'source <(ctx completion bash)',
      says: 'for this bash session; put it into ~/.bashrc to keep it',
    },
    { line: 'ctx completion zsh > ~/.zfunc/_ctx', says: 'for zsh, with ~/.zfunc in $fpath' },
    { line: 'ctx completion fish > ~/.config/fish/completions/ctx.fish', says: 'for fish' },
  ],
  arguments: { shell: argument.choice('the shell', shells) },
  flags: {},
  speaks: 'the language of a shell',
  async run({ args }, { program }) {
    return { stdout: completionScript(args.shell, readTable(program.shippedFolder)), exitCode: 0 };
  },
});
