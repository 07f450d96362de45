import { foreign } from '../../../ctx/src/kit/command.js';
import { promptOnStdin } from './audit/hook-prompt.js';
import { relayAnswer } from './audit/relay-answer.js';

export default foreign({
  name: 'audit-relay',
  group: 'maintain',
  summary: 'Relay open audit reports into the next prompt (UserPromptSubmit hook)',
  description:
    'A host calls it for each prompt. It prints every report under .context/audit that is neither clean nor dismissed, verbatim in one box, to the model as context and to the user as a message, and nothing where there is none. A report that cannot be read becomes a notice of its own. It never blocks a prompt: it exits with 0 whatever happens.',
  examples: [
    { line: 'ctxctl audit-relay < event.json', says: 'what the host would be told' },
    { line: 'ctxctl audit-relay', says: 'the same, from a terminal' },
  ],
  speaks: 'the hook protocol of Claude Code and Codex',
  arguments: {},
  flags: {},
  async run(_, { cwd, env, clock }) {
    return {
      stdout: await relayAnswer({ cwd, env, now: clock.now(), prompt: promptOnStdin() }),
      exitCode: 0,
    };
  },
});
