// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts have braces behind a dollar, too
import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
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
  const items = readServerFile(root, '.mcp.json', {}).items.map(({ kind, path }) => `${kind} ${path}`);
  expect(items).toEqual(['mcp-servers .mcp.json', 'mcp-program a.js']);
});

it.each([
  [{ command: 'node', args: ['server'] }, 'server.js'],
  [{ command: 'node', args: ['-r', './a', '-e', '1'] }, 'a.js'],
  [{ command: 'node', args: ['.'] }, 'index.js'],
  [{ command: 'node', args: ['tools'] }, 'tools/index.js'],
  [{ command: 'npx', args: ['.'] }, 'package.json'],
  [{ command: 'npm', args: ['run', 'mcp'] }, 'package.json'],
  [{ command: 'make', args: ['serve'] }, 'Makefile'],
  [{ command: 'python3', args: ['-m', 'tools.serve'] }, 'tools/serve.py'],
  [{ command: 'uv', args: ['--directory', 'tools', 'run', 'serve.py'] }, 'tools/serve.py'],
  [{ command: 'serve', env: { PATH: './bin:/usr/bin' } }, 'bin/serve'],
  [{ command: 'node', args: ['--import', 'file://./a.js', '-e', '1'] }, 'a.js'],
])('%j starts %s, though it does not say all of its name', (server, path) => {
  const files = [
    'server.js',
    'a.js',
    'index.js',
    'tools/index.js',
    'package.json',
    'Makefile',
    'tools/serve.py',
    'bin/serve',
  ];
  const root = temporaryFolder({
    '.mcp.json': mcpFile({ s: server }),
    ...Object.fromEntries(files.map((name) => [name, 'one'])),
  });
  expect(readServerFile(root, '.mcp.json', {}).items.map((item) => item.path)).toContain(path);
});

it.each([
  [{ command: 'node', args: ['${PWD}/server.js'] }, 'server.js'],
  [{ command: 'node', args: ['${MODE:-./server.js}'] }, 'server.js'],
  [{ command: 'node', args: ['${KIND}/${NONE:-se}rve'] }, 'tools/serve.py'],
  [{ command: 'serve', env: { PATH: '${PWD}/bin:${PATH}' } }, 'bin/serve'],
  [{ command: 'x', env: { NODE_OPTIONS: '--require=${PWD}/server.js' } }, 'server.js'],
])('%j starts %s, as the variables in it are filled in', (server, path) => {
  const root = temporaryFolder({
    '.mcp.json': mcpFile({ s: server }),
    'server.js': 'one',
    'tools/serve.py': 'one',
    'bin/serve': 'one',
  });
  const env = { PWD: root, KIND: './tools', PATH: '/usr/bin' };
  const { items } = readServerFile(root, '.mcp.json', env);
  expect(items.map((item) => item.path)).toEqual(['.mcp.json', path]);
});

it.each([
  { command: 'npx', args: ['-y', '@scope/server'] },
  { command: 'docker', args: ['run', '-i', 'image'] },
  { command: 'uvx', args: ['server'] },
])('%j starts nothing of the project', (server) => {
  const root = temporaryFolder({
    '.mcp.json': mcpFile({ s: server }),
    'package.json': '{}',
    'compose.yaml': '',
  });
  expect(readServerFile(root, '.mcp.json', {}).items.map((item) => item.path)).toEqual(['.mcp.json']);
});

it('a file that names servers without end is refused', () => {
  const root = temporaryFolder({
    '.mcp.json': mcpFile({ s: { command: 'x', args: ['./a '.repeat(1 << 19)] } }),
  });
  expect(() => readServerFile(root, '.mcp.json', {})).toThrow(/file_unreadable/);
});

it('a server with more words than anybody writes is refused', () => {
  const args = Array.from({ length: 3_000 }, (_, i) => `w${i}`);
  const root = temporaryFolder({ '.mcp.json': mcpFile({ s: { command: 'x', args } }) });
  expect(() => readServerFile(root, '.mcp.json', {})).toThrow(/file_unreadable/);
});

it('is not read where a repository made it a link that leads out of the project', () => {
  const outside = temporaryFolder({
    'private.json': mcpFile({ s: { command: 'x', env: { TOKEN: 'secret' } } }),
  });
  const root = temporaryFolder();
  symlinkSync(join(outside, 'private.json'), join(root, '.mcp.json'));
  expect(() => readServerFile(root, '.mcp.json', {})).toThrow(
    expect.objectContaining({ code: 'path_outside' }),
  );
  expect(readServerFile(root, relative(root, join(outside, 'private.json')), {}).servers).toEqual(['s']);
});
