import { foreign } from '../../../ctx/src/kit/command.js';
import { promptOnStdin } from './audit/hook-prompt.js';
import { relayAnswer } from './audit/relay-answer.js';

export default foreign({
  name: 'audit-relay',
  group: 'maintain',
  summary: 'Relay open audit reports into the next prompt (UserPromptSubmit hook)',
  description:
    'Your host (Claude Code or Codex) runs this hook before each prompt. It prints the open reports under .context/audit in one box, word for word: the model gets them as context, you get them as a message. Clean and dismissed reports are left out, and with nothing open it prints nothing. A report that cannot be read gets a notice of its own. The hook never blocks a prompt: it always exits with 0.',
  examples: [
    { line: 'ctxctl audit-relay < event.json', says: 'what the host would see' },
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
