import { foreign } from '../cli/command.js';
import { serveAcp } from './acp/serve-acp.js';
import { askFlags, budgetFlags, modelFlags, policyFlags } from './session-flags.js';

export default foreign({
  name: 'acp',
  group: 'hosts',
  summary: 'Serve ctx to an editor as an agent',
  description:
    'Speaks the Agent Client Protocol (version 1) on stdin and stdout, which Zed, JetBrains, Neovim and Emacs do; docs/editors.md has a snippet for each. Every conversation is an ordinary session: verify, replay, report and resume work on it. What a rule asks about, the editor asks you; its modes are the profiles. MCP servers that the editor hands over start once you trust them. It ends when its input does.',
  examples: [
    { line: 'ctx acp', says: 'what an editor starts' },
    {
      line: 'ctx acp --model anthropic/claude-sonnet-4-5 --max-usd 5',
      says: 'another model, 5 dollars a conversation',
    },
  ],
  arguments: {},
  flags: { ...modelFlags, ...budgetFlags, ...policyFlags, ...askFlags },
  speaks: 'the Agent Client Protocol',
  long: true,
  run: (input, services) => serveAcp(input, services),
});
