// ctx on another machine by ssh: a real sshd on loopback, and machines that lack something.

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sshTarget, sshWords } from '../src/reach/ssh-target.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { programVersion } from './program-version.js';
import { scriptOf } from './scripted.js';
import { makeKey } from './ssh-keys.js';
import { sshd } from './sshd.js';

const here = () => {
  const [cwd, home] = [temporaryFolder(), temporaryFolder()];
  return (argv: readonly string[], path = process.env['PATH']) =>
    runCtx(['ssh-mode', ...argv], { cwd, env: { PATH: path, HOME: home } });
};

it('runs a turn there, in a folder whose name no shell reads, and leaves the session there', async () => {
  const machine = await sshd();
  const folder = join(temporaryFolder(), `it's $(touch owned) "a" folder`);
  mkdirSync(folder);
  writeFileSync(
    join(folder, 's.yaml'),
    scriptOf({ call: [{ tool: 'write', input: { path: 'a.txt', content: 'x' } }] }, { say: 'Done there.' }),
  );
  const target = `${machine.host}:${folder}`;
  const answer = await here()([target, 'Do it.', '--ssh-config', machine.config(), '--allow-tool', 'write']);
  expect(answer.stderr).toContain('write done');
  expect(answer).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Done there.') });
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('x');
  expect(readdirSync(folder).sort()).toEqual(['.context', 'a.txt', 's.yaml']);
  const stopped = await here()([target, 'Do it.', '--ssh-config', machine.config(), '--max-tool-calls', '0']);
  expect(stopped).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('reached its budget') });
});

it('says what is missing there, or wrong, before anything starts', async () => {
  const machine = await sshd();
  const call = here();
  const there = temporaryFolder({
    older: `#!/bin/sh\nread line\necho '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentInfo":{"name":"ctx","version":"0.0.9"}}}'\ncat > /dev/null\n`,
    noise: '#!/bin/sh\necho welcome\necho "no such thing" >&2\nexit 3\n',
  });
  for (const name of ['older', 'noise']) chmodSync(join(there, name), 0o755);
  const other = makeKey();
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      'an unknown host key',
      ['--ssh-config', machine.config('UserKnownHostsFile /dev/null')],
      /is unknown or has changed.*ssh .* true/s,
    ],
    [
      'another user’s key',
      [
        '--ssh-config',
        machine.config(`IdentityFile ${other.file}`, 'IdentitiesOnly yes', 'PubkeyAuthentication no'),
      ],
      /denied access: .*Permission denied/,
    ],
    [
      'no ctx',
      ['--ssh-config', machine.config(), '--program', 'ctx-nowhere'],
      new RegExp(`no ctx on .*npm install -g ctx-cli@${programVersion}`, 's'),
    ],
    [
      'another version',
      ['--ssh-config', machine.config(), '--program', join(there, 'older')],
      new RegExp(`ctx 0\\.0\\.9 is at .*npm install -g ctx-cli@${programVersion}`, 's'),
    ],
    [
      'another program',
      ['--ssh-config', machine.config(), '--program', join(there, 'noise')],
      /ctx cannot talk to .*no such thing/s,
    ],
    ['nobody who listens', ['--ssh-config', machine.config('Port 1')], /could not connect to .*refused/s],
  ];
  const answers = await Promise.all(
    cases.map(
      async ([name, flags]) => [name, await call([`${machine.host}:${there}`, 'Do it.', ...flags])] as const,
    ),
  );
  for (const [i, [name, answer]] of answers.entries()) {
    expect(answer.stderr, name).toMatch(cases[i]?.[2] ?? /^$/);
    expect(answer, name).toMatchObject({ exitCode: 1, stdout: '' });
  }
  const missing = await call([`${machine.host}:/nowhere`, 'Do it.', '--ssh-config', machine.config()]);
  expect(missing).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('There is no folder /nowhere'),
  });
  expect(await call([machine.host, 'Do it.'], temporaryFolder())).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('no ssh on your PATH'),
  });
});

it.each([
  '-oProxyCommand=touch owned',
  '-l',
  'a@-oX',
  'a b',
  'a@b c',
  'a;b',
  '$(x)',
  '',
  '@host',
  'a@',
  'a\nb',
  'user@ho`st`',
  '[::1',
  '[x]:y',
])('takes %j for no machine', (text) => {
  expect(sshTarget(text)).toBeUndefined();
});

it.each([
  ['host', 'host', undefined],
  ['me@host.example:dir', 'me@host.example', 'dir'],
  ['me@host:~/dir', 'me@host', 'dir'],
  ['me@host:~', 'me@host', undefined],
  ['me@[::1]:/srv', 'me@::1', '/srv'],
  ['host:-rf', 'host', '-rf'],
])('reads %s', (text, host, folder) => {
  expect(sshTarget(text)).toEqual({ host, folder });
});

it('puts the machine behind all options, and one quoted line behind it', () => {
  const words = sshWords({ host: 'h', folder: "-a'b" }, { port: 22 });
  expect(words.slice(0, -1)).toEqual(['-T', '-o', 'BatchMode=yes', '-p', '22', '--', 'h']);
  expect(words.at(-1)).toMatch(/ 'ctx' '\.\/-a'\\''b' 'ctx'$/);
});
