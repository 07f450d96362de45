import { foreign } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { readHookInput } from '../hosts/hook-input.js';
import { answerWherever } from './hook-process.js';

export default foreign({
  name: 'hook',
  group: 'hosts',
  summary: 'Answer one hook event (called by hosts)',
  description:
    'Reads the host’s event from stdin, runs its checks and prints one answer in the host’s format. Does nothing in projects without a .context folder and while hooks are paused. Before a tool call it denies what it cannot judge. Internal errors go to .context/state/hook-errors.log, which `ctx doctor` reads. `ctx init --hooks` registers the same as a small program, `ctx-hook`.',
  examples: [
    {
      line: "echo '{}' | ctx hook claude-code UserPromptSubmit",
      says: 'what Claude Code would be told with a prompt here',
    },
  ],
  arguments: {
    host: argument.optional(
      'the host that calls: claude-code, codex, gemini, copilot, qwen, opencode or cursor',
    ),
    event: argument.optional('the event, by the host’s own name'),
  },
  flags: {
    'ctx-layout': flag.text('the layout of the registration; `ctx init --hooks` writes it', 'N'),
  },
  speaks: 'the form of the host that calls it',
  async run({ args, flags }, { env, cwd, clock }) {
    const mark = flags['ctx-layout'] === undefined ? [] : ['--ctx-layout', flags['ctx-layout']];
    const words = [args.host ?? '', args.event ?? '', ...mark];
    return { stdout: await answerWherever({ words, input: readHookInput(), cwd, env, clock }), exitCode: 0 };
  },
});
