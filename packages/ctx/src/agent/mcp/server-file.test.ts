import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { mcpFile } from '../../../test/mcp-servers.js';
import { readServerFile } from './server-file.js';

it.each([
  { command: 'node', args: ['./a.js'] },
  { command: 'node', args: ['--import=./a.js', '-e', '1'] },
  { command: 'node', args: ['-r./a.js'] },
  { command: 'sh', args: ['-c', 'cd . && exec node ./a.js'] },
  { command: 'bash', args: ['-c', '. "./a.js"; x'] },
  { command: './a.js' },
  { command: 'node', args: ['-e', '1'], env: { NODE_OPTIONS: '--require ./a.js' } },
])('a file of the project that %j starts is trusted with its content', (server) => {
  const root = temporaryFolder({ '.mcp.json': mcpFile({ s: server }), 'a.js': 'one' });
  const items = readServerFile(root, '.mcp.json').items.map(({ kind, path }) => `${kind} ${path}`);
  expect(items).toEqual(['mcp-servers .mcp.json', 'mcp-program a.js']);
});

it('a file that names servers without end is refused', () => {
  const root = temporaryFolder({
    '.mcp.json': mcpFile({ s: { command: 'x', args: ['./a '.repeat(1 << 19)] } }),
  });
  expect(() => readServerFile(root, '.mcp.json')).toThrow(/file_unreadable/);
});
