import { describe, expect, it } from 'vitest';
import { importOf } from '../../../test/imported-entries.js';

describe('importing MCP servers', () => {
  const server = {
    name: 'io.github.acme/weather',
    description: 'Weather in Go.',
    repository: { url: 'https://github.com/acme/weather' },
    packages: [{ registryType: 'npm', identifier: '@acme/weather' }],
    remotes: [{ type: 'sse', url: 'https://w.example.com/sse?key=secret' }],
  };

  it('takes a server.json, a list, and a registry’s answer', async () => {
    const expected = {
      id: 'mcp:io.github.acme/weather',
      source: 'https://github.com/acme/weather',
      packages: ['npm:@acme/weather', 'remote:w.example.com/sse'],
    };
    expect((await importOf({ 'server.json': JSON.stringify(server) }, 'server.json')).entries).toMatchObject([
      expected,
    ]);
    expect((await importOf({ 'list.json': JSON.stringify([server]) }, 'list.json')).entries).toMatchObject([
      expected,
    ]);
    const wrapped = {
      servers: [
        {
          server: { ...server, status: 'deprecated' },
          _meta: { 'io.modelcontextprotocol.registry/official': { updatedAt: '2026-10-01T00:00:00Z' } },
        },
      ],
    };
    expect((await importOf({ 'r/servers.json': JSON.stringify(wrapped) }, 'r')).entries).toMatchObject([
      { ...expected, retired: true, updated: '2026-10-01' },
    ]);
  });

  it('takes the older names of fields too', async () => {
    const old = {
      ...server,
      packages: [{ registry_type: 'pypi', identifier: 'weather' }, { registry_type: 'x' }],
      remotes: [{ url: 'ftp://x' }],
    };
    expect((await importOf({ 'a.json': JSON.stringify([old]) }, 'a.json')).entries[0]?.packages).toEqual([
      'pypi:weather',
    ]);
  });

  it('refuses what does not fit, item by item', async () => {
    const list = [
      3,
      { name: 'no-slash', description: 'x' },
      { name: 'a/../b', description: 'x' },
      { name: 'a/b' },
      { name: 'a/b', description: '\u001b[2J' },
      server,
      server,
    ];
    const { ids, refused } = await importOf({ 'a.json': JSON.stringify(list) }, 'a.json');
    expect(ids).toEqual(['mcp:io.github.acme/weather']);
    expect(refused.map((line) => line.replace(/^[^:]*: /, ''))).toEqual([
      'it is not an object',
      'its name is not of the form namespace/server',
      'its name is not of the form namespace/server',
      'it has no description',
      'its summary holds control characters',
      'its id mcp:io.github.acme/weather is already taken',
    ]);
  });

  it('takes names and packages from a configuration, and nothing that could be a secret', async () => {
    const config = {
      mcpServers: {
        pw: {
          command: 'npx',
          args: ['-y', '@playwright/mcp@latest', '--token', 'SECRET'],
          env: { KEY: 'SECRET' },
        },
        time: { command: '/usr/bin/uvx', args: ['mcp-server-time'] },
        box: { command: 'docker', args: ['run', '-i', '-e', 'KEY=SECRET', 'ghcr.io/acme/box:1'] },
        web: { url: 'https://mcp.example.com/v1?key=SECRET' },
        own: { command: './server', args: ['SECRET'] },
        '!!': {},
      },
    };
    const { entries, refused } = await importOf({ '.mcp.json': JSON.stringify(config) }, '.mcp.json');
    expect(entries.map(({ id, packages }) => [id, packages])).toEqual([
      ['mcp:local/pw', ['npm:@playwright/mcp']],
      ['mcp:local/time', ['pypi:mcp-server-time']],
      ['mcp:local/box', ['oci:ghcr.io/acme/box']],
      ['mcp:local/web', ['remote:mcp.example.com/v1']],
      ['mcp:local/own', []],
    ]);
    expect(JSON.stringify(entries)).not.toContain('SECRET');
    expect(refused[0]).toMatch(/no letter or digit/);
  });

  it('refuses JSON that is something else', async () => {
    expect((await importOf({ 'a.json': '{"x":1}' }, 'a.json')).refused[0]).toMatch(/neither a list/);
    expect((await importOf({ 'a.json': '{"x":' }, 'a.json')).refused[0]).toMatch(/not valid JSON/);
    expect((await importOf({ 'r/package.json': '{"x":1}', 'r/mcp.json': '{"x":1}' }, 'r')).refused).toEqual(
      [],
    );
  });
});
