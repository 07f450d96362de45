import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from '../../../test/folder.js';
import { installable } from '../../../test/installable.js';
import { ownServer } from '../../../test/mcp-servers.js';

const session = (cwd: string) =>
  `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', cwd, version: '2', timestamp: '2026-11-15T20:00:00.000Z', message: { role: 'user', content: 'hello' } })}\n`;

const settings = (servers: object) => ({ '.mcp.json': JSON.stringify({ mcpServers: servers }) });

/** A project whose servers nobody used. */
async function unusedServers(servers: object) {
  const place = await installable(settings(servers));
  writeFiles(place.home, { 'one.jsonl': session(place.cwd) });
  await place.json('import', 'claude-code', join(place.home, 'one.jsonl'));
  const unload = async (...flags: string[]) => place.json('catalog', 'unload', ...flags);
  return { ...place, unload };
}

const kept = (home: string) => join(home, '.local/state/ctx/unload/measured-servers.json');

it('starts no server that nobody trusts', async () => {
  const { unload, cwd, home } = await unusedServers({
    dull: { command: process.execPath, args: ['-e', 'require("fs").writeFileSync("started", "")'] },
  });
  const answer = await unload('--measure');
  expect(answer).toMatchObject({ exit_code: 1, error: { code: 'trust_missing' } });
  expect(() => readFileSync(join(cwd, 'started'))).toThrow('ENOENT');
  expect(() => readFileSync(kept(home))).toThrow('ENOENT');
});

it('asks a trusted server for its tools, and keeps what they take until its settings change', async () => {
  const server = ownServer();
  const { unload, cwd } = await unusedServers({ dull: server });
  const costs = async (...flags: string[]) => {
    const { data, error } = await unload(...flags);
    expect(error).toBeUndefined();
    return data;
  };
  const unknown = { always: null, used: null, basis: 'unknown' };
  expect(await costs()).toMatchObject({ unused: [{ name: 'dull', context_tokens: unknown }] });
  const measured = await costs('--measure', '--trust');
  expect(measured).toMatchObject({
    unused: [{ context_tokens: { always: expect.any(Number), basis: 'measured' } }],
    notes: [],
  });
  expect(measured?.['context_tokens']).toBeGreaterThan(0);
  expect(await costs()).toEqual(measured);
  writeFiles(cwd, settings({ dull: { ...server, env: { OTHER: '1' } } }));
  expect(await costs()).toMatchObject({ unused: [{ context_tokens: unknown }] });
});

it('tells of a server that does not start, and counts the others', async () => {
  const { unload } = await unusedServers({
    broken: ownServer('dies-at-once'),
    dull: ownServer(),
  });
  const { data } = await unload('--measure', '--trust');
  expect(data).toMatchObject({
    unused: [
      { name: 'broken', context_tokens: { basis: 'unknown' } },
      { name: 'dull', context_tokens: { basis: 'measured' } },
    ],
    notes: [expect.stringContaining('the MCP server broken did not start')],
  });
});

it('leaves servers alone that only their host can start', async () => {
  const { unload, cwd } = await unusedServers({});
  writeFiles(cwd, { '.vscode/mcp.json': '{"servers":{"dull":{"command":"false"}}}' });
  const { data } = await unload('--measure', '--trust');
  expect(data).toMatchObject({
    unused: [{ name: 'dull', context_tokens: { basis: 'unknown' } }],
    notes: [expect.stringContaining('.vscode/mcp.json')],
  });
});

it('tells of settings that are too long to be trusted, and fails nothing', async () => {
  const { unload, home } = await unusedServers({});
  const servers = { dull: { command: 'false' } };
  writeFiles(home, { '.claude.json': JSON.stringify({ history: 'x'.repeat(2 << 20), mcpServers: servers }) });
  const { data } = await unload('--measure', '--trust');
  expect(data).toMatchObject({
    unused: [{ name: 'dull', context_tokens: { basis: 'unknown' } }],
    notes: [expect.stringContaining('.claude.json are not measured: it is larger than 1 MB')],
  });
});
