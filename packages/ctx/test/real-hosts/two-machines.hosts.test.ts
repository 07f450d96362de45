// Two machines with a cable between them: what docs/remote.md shows, as it stands there, and sessions that run and move over the wire.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { membersOf } from '../../src/acp/fields.js';
import { builtFolder, runFile } from '../built.js';
import { blocksOf, programs, runScript } from '../documented-scripts.js';
import { temporaryFolder } from '../folder.js';
import { until } from '../processes.js';
import { scriptOf } from '../scripted.js';
import { sshd } from '../sshd.js';
import { git, isLive } from '../teleport-machines.js';
import { type NetMachine, twoMachines } from '../two-machines.js';

const write = { call: [{ tool: 'write', input: { path: 'a.txt', content: 'new\n' } }] };
const script = scriptOf({ say: 'Writing.', ...write }, { say: 'Done.' });

it('goes from a laptop to a server in the five commands of docs/remote.md', async () => {
  const [near, far] = await twoMachines();
  const server = await sshd(far);
  const project = join(server.home, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 's.yaml'), script);
  const [home, here] = [temporaryFolder(), temporaryFolder()];
  const config = server.config('Host build', `HostName ${far.address}`);
  const bin = programs({ ssh: `exec /usr/bin/ssh -F '${config}' "$@"` });
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: home };
  const [block = ''] = blocksOf('docs/remote.md', 'sh');
  const commands = block.trim().split('\n');
  expect(commands).toHaveLength(5);
  const printed: string[] = [];
  for (const command of commands) {
    const quoted = `'${command.replaceAll("'", "'\\''")}'`;
    const ran = await runScript(`exec ${near.inside.join(' ')} bash -c ${quoted}`, here, env);
    expect({ command, ...ran }).toEqual({ command, code: 0, printed: expect.anything() });
    printed.push(ran.printed);
  }
  expect(printed[0]).toContain('listening on ws://127.0.0.1:7433');
  expect(printed[4]).toContain('Done.');
  expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('new\n');
});

it('runs, loses the cable, moves a session over it and brings it back', async () => {
  const [near, far] = await twoMachines();
  const [farHome, home] = [temporaryFolder(), temporaryFolder()];
  const work = join(farHome, 'work');
  mkdirSync(work);
  writeFileSync(join(work, 's.yaml'), script);
  writeFileSync(
    join(work, 'long.yaml'),
    scriptOf({ call: [{ tool: 'bash', input: { command: 'sleep 1000' } }] }),
  );
  const server = await serving(far, work, farHome);
  const token = join(home, 'token');
  cpSync(server.tokenFile, token);
  const app = join(home, 'app');
  mkdirSync(app);
  git(app, 'init', '-q');
  writeFileSync(join(app, 'b.txt'), 'b\n');
  git(app, 'add', '.');
  git(app, 'commit', '-q', '-m', 'one');
  const ctx = (...words: string[]) => inMachine(near, app, home, words);
  await ctx('remote', 'add', 'far', `ws://${far.address}:7433`, '--token-file', token);
  const ran = await ctx('run', 'Write it.', '--remote', 'far', '--model', 'script:s.yaml', '--json');
  expect([ran.exitCode, membersOf(JSON.parse(ran.stdout))['data']]).toEqual([0, expect.anything()]);
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('new\n');

  const lost = ctx('run', 'Wait for it.', '--remote', 'far', '--model', 'script:long.yaml', '--json');
  await until(() => server.count('serve.connected') === 2);
  near.cable('down');
  // The server finds the client gone by asking; the client would find the server gone the same way.
  await until(() => server.count('serve.disconnected') === 2);
  near.cable('up');
  const ended = await lost;
  expect([ended.exitCode, membersOf(membersOf(JSON.parse(ended.stdout))['error'])['code']]).toEqual([
    1,
    'remote_lost',
  ]);

  const said = await ctx('run', 'Say it.', '--model', 'script:echo', '--session-id', 's', '--no-stdin');
  expect(said.exitCode).toBe(0);
  const log = '.context/sessions/s.jsonl';
  const [ours, theirs] = [join(app, log), join(work, 'app', log)];
  const moved = await ctx('teleport-mode', 'far', 's', '--task', 'Say more.');
  expect([moved.exitCode, isLive(ours), isLive(theirs)]).toEqual([0, false, true]);
  const back = await ctx('teleport-mode', '--back', 's');
  expect([back.exitCode, isLive(ours), isLive(theirs)]).toEqual([0, true, false]);
  expect((await ctx('verify', 's')).exitCode).toBe(0);
});

function inMachine({ inside }: NetMachine, cwd: string, home: string, words: readonly string[]) {
  const [program = '', ...before] = inside;
  const ctx = [process.execPath, join(builtFolder(), 'ctx.cjs'), ...words];
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  return runFile(program, [...before, ...ctx], { cwd, env });
}

async function serving({ inside, address }: NetMachine, cwd: string, home: string) {
  const [program = '', ...before] = inside;
  const flags = [
    '--without-tls',
    '--accept-teleports',
    '.',
    '--no-sandbox',
    '--profile',
    'full',
    // Soon enough to wait for, and longer than a busy machine keeps a client from answering.
    '--ping-seconds',
    '10',
  ];
  const words = ['serve', '--listen', `${address}:7433`, ...flags, '--output-format', 'stream-json'];
  const child = spawn(program, [...before, process.execPath, join(builtFolder(), 'ctx.cjs'), ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const events: Record<string, unknown>[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => void events.push(membersOf(JSON.parse(line))));
  await once(lines, 'line');
  const count = (type: string) => events.filter((event) => event['type'] === type).length;
  return { tokenFile: String(events[0]?.['token_file']), count };
}
