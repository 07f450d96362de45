import type { Services } from '../cli/command.js';
import { foreign } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { readTable } from '../cli/shipped.js';

export default foreign({
  name: 'mcp',
  group: 'hosts',
  summary: 'Serve ctx to a host as an MCP server over stdio',
  description:
    'The commands that make sense for an agent (memory, sessions, recommendations, search) as MCP tools, made from the table of commands: any host can use ctx without hooks. It works in the folder that it is started in, and ends when its input does. The pad is private and only served with --with-pad. Nothing that runs a model, a tool or a deletion is served, and no file outside of what ctx keeps can be named.',
  examples: [
    { line: 'ctx mcp', says: 'what a host starts' },
    { line: 'ctx mcp --with-pad', says: 'the agent may read and write the pad, too' },
    { line: 'claude mcp add ctx -- ctx mcp', says: 'register it with a host' },
  ],
  arguments: {},
  flags: { 'with-pad': flag.switch('serve the pad, too') },
  speaks: 'the Model Context Protocol',
  async run({ flags }, services) {
    await serve(services, flags['with-pad']);
    return { stdout: '', exitCode: 0 };
  },
});

/** Until the host closes our input. */
async function serve(services: Services, withPad: boolean): Promise<void> {
  const [{ StdioServerTransport }, { serverOf }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp-server.js'),
  ]);
  const server = serverOf(readTable(services.program.shippedFolder), services, withPad);
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(transport);
  await closed;
}
