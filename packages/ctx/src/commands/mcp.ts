import type { Services } from '../cli/command.js';
import { foreign } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { readTable } from '../cli/shipped.js';
import type { Serving } from '../mcp-server/served-tools.js';

export default foreign({
  name: 'mcp',
  group: 'hosts',
  summary: 'Serve ctx as an MCP server over stdio',
  description:
    'Tools for an agent: read the project brief, search memory and sessions, record tasks, decisions, learnings and handovers. Any host can use ctx this way, without hooks. The default set costs less than 2,000 tokens of each request; --all adds sessions, verify, the catalog and more. The brief, sessions and reports are also resources, and two prompts start and end a session. It works in the folder that it is started in and ends when its input does. The pad is private and served only with --with-pad. Nothing that runs a model or a tool, or deletes a session, is served.',
  examples: [
    { line: 'ctx mcp', says: 'what a host starts' },
    { line: 'ctx mcp --all', says: 'every tool that can be served' },
    { line: 'ctx mcp --with-pad', says: 'the agent may read and write the pad, too' },
    { line: 'claude mcp add ctx -- ctx mcp', says: 'register it with a host' },
  ],
  arguments: {},
  flags: {
    all: flag.switch('serve more than the core tools'),
    'with-pad': flag.switch('serve the pad, too'),
  },
  speaks: 'the Model Context Protocol',
  async run({ flags }, services) {
    await serve(services, { all: flags.all, withPad: flags['with-pad'] });
    return { stdout: '', exitCode: 0 };
  },
});

/** Until the host closes our input. */
async function serve(services: Services, serving: Serving): Promise<void> {
  const [{ StdioServerTransport }, { serverOf }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp-server/mcp-server.js'),
  ]);
  const server = serverOf(readTable(services.program.shippedFolder), services, serving);
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(transport);
  await closed;
}
