import { foreign } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { serveAcp } from './acp/serve-acp.js';
import { askFlags, budgetFlags, modelFlags, policyFlags } from './session-flags.js';
import { teleportFlags } from './teleport/teleport-flags.js';

export default foreign({
  name: 'acp',
  group: 'hosts',
  summary: 'Serve ctx to an editor as an agent, or record another agent',
  description:
    'Speaks the Agent Client Protocol (version 1) on stdin and stdout, as Zed, JetBrains, Neovim and Emacs do; `ctx docs editors` has a snippet for each. Every conversation is an ordinary session: verify, replay, report and resume work on it. If a rule asks, the editor asks you; its modes are the profiles. MCP servers that the editor passes on start once you trust them. With `-- COMMAND…` the agent is another program that speaks ACP: messages pass through byte for byte and are recorded as a session, calls that the policy or the project’s hooks.deny denies are rejected before you are asked, and calls that the agent made without asking are findings. It ends when its input ends.',
  examples: [
    { line: 'ctx acp', says: 'what an editor starts' },
    {
      line: 'ctx acp --model anthropic/claude-sonnet-4-5 --max-usd 5',
      says: 'another model, 5 dollars a conversation',
    },
    { line: 'ctx acp --deny-tool "bash(git push *)" -- gemini --acp', says: 'record and guard Gemini CLI' },
  ],
  arguments: { command: argument.any('after --: another agent to record, with its arguments') },
  flags: { ...modelFlags, ...budgetFlags, ...policyFlags, ...askFlags, ...teleportFlags },
  speaks: 'the Agent Client Protocol',
  long: true,
  async run(input, services) {
    if (input.args.command.length === 0) return serveAcp(input, services);
    const { recordAgent } = await import('./acp/record-agent.js');
    return recordAgent(input.args.command, input.flags, services);
  },
});
