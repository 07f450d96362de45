// The contract of any package as its maintainer calls it: fetched from a registry, refused, signed, killed.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { builtFolder } from '../../../../ctx/test/built.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { appears } from '../../../../ctx/test/held-clock.js';
import { runIn } from '../../../../ctx/test/in-process.js';
import { answering, foreignFiles, program, tarballOf } from '../../../test/foreign-package.js';
import { loopbackRegistry } from '../../../test/loopback-registry.js';
import { ctxctlProgram } from '../../../test/repository.js';
import { runningBelow } from '../../../test/running-below.js';

interface Where {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function call(words: readonly string[], { cwd, env = {} }: Where) {
  const argv = ['contract', 'clean-host', ...words, '--output-format', 'json'];
  const outside = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder(), ...env };
  const { stdout, exitCode } = await runIn(ctxctlProgram(), argv, { cwd, env: outside });
  return { exitCode, ...JSON.parse(stdout) };
}

it('fetches a package and what it depends on with its user’s settings, and installs it without a network', async () => {
  const words = program("console.log(require('words'));");
  const dependencies = { words: '^2.0.0' };
  const registry = await loopbackRegistry([
    {
      name: 'tidy',
      version: '1.2.3',
      tarball: tarballOf(foreignFiles(words, { dependencies })),
      dependencies,
    },
    {
      name: 'words',
      version: '2.0.1',
      tarball: tarballOf({
        'package.json': '{"name":"words","version":"2.0.1","main":"x.js"}',
        'x.js': 'module.exports = "from words";',
      }),
    },
  ]);
  // The settings of the project that its user is in; there is no other way to this registry.
  const cwd = temporaryFolder({
    'package.json': '{}',
    '.npmrc': `registry=${registry.address}\n`,
    'c.yaml': 'package: tidy\ncommands:\n  - run: [tidy]\n    stdout: from words\n',
  });
  const env = { npm_config_cache: temporaryFolder() };
  try {
    const held = await call(['--package', 'tidy@^1.0.0', '--config', 'c.yaml'], { cwd, env });
    expect(held).toMatchObject({ exitCode: 0, data: { passed: true, confined: true } });
    expect(await call(['--package', 'tidy@9.9.9'], { cwd, env })).toMatchObject({
      exitCode: 1,
      error: {
        code: 'package_unusable',
        message: expect.stringContaining('npm finds no version tidy@9.9.9'),
      },
    });
    expect(await call(['--package', 'untidy@1.0.0'], { cwd, env })).toMatchObject({
      exitCode: 1,
      error: {
        code: 'package_unusable',
        message: expect.stringContaining('npm finds no package untidy@1.0.0'),
      },
    });
  } finally {
    registry.close();
  }
});

it('says what is wrong with what is no package, and leaves no folder', async () => {
  const cwd = temporaryFolder({ 'none.tgz': 'hello', 'c.yaml': 'comands: []\n', 'empty/x': '' });
  const env = { TMPDIR: temporaryFolder() };
  expect(await call(['--package', 'none.tgz'], { cwd, env })).toMatchObject({
    exitCode: 1,
    error: { code: 'package_unusable', message: 'none.tgz cannot be tested: it is not a tarball.' },
  });
  expect(await call(['--package', './empty'], { cwd, env })).toMatchObject({
    exitCode: 1,
    error: { code: 'package_unusable', target: './empty' },
  });
  expect(await call(['--package', 'none.tgz', '--config', 'c.yaml'], { cwd, env })).toMatchObject({
    exitCode: 1,
    error: { code: 'document_key_unknown', hint: 'Did you mean `commands`?' },
  });
  expect(readdirSync(cwd).sort()).toEqual(['c.yaml', 'empty', 'none.tgz']);
});

it('leaves evidence that others can check, whether it holds or not', async () => {
  const cwd = temporaryFolder({ 'c.yaml': 'commands:\n  - run: [tidy]\n    exit: 5\n' });
  const tarball = tarballOf(foreignFiles(answering));
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(cwd, 'key')]);
  writeFileSync(join(cwd, 'signers'), `me ${readFileSync(join(cwd, 'key.pub'), 'utf8')}`);
  const words = [
    '--package',
    tarball,
    '--config',
    'c.yaml',
    '--evidence',
    'evidence',
    '--key',
    'key',
    '--offline',
  ];
  const { exitCode, error } = await call(words, { cwd });
  expect([exitCode, error.code, error.details.evidence.signature]).toEqual([
    1,
    'clean_host_broken',
    'contract.statement.json.sig',
  ]);
  const read = (name: string) => readFileSync(join(cwd, 'evidence', name));
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const verify = [
    '-Y',
    'verify',
    '-f',
    'signers',
    '-I',
    'me',
    '-n',
    'ctx-session',
    '-s',
    'evidence/contract.statement.json.sig',
  ];
  const input = read('contract.statement.json');
  expect(execFileSync('ssh-keygen', verify, { cwd, input, encoding: 'utf8' })).toContain(
    'Good "ctx-session" signature',
  );
  expect(JSON.parse(input.toString())).toMatchObject({
    subject: [
      { name: 'tidy@1.2.3', digest: { sha256: sha256(readFileSync(tarball)) } },
      { name: 'contract.json', digest: { sha256: sha256(read('contract.json')) } },
    ],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: 'FAILED',
      configuration: [{ name: 'clean-host.yaml', digest: { sha256: sha256(read('clean-host.yaml')) } }],
      passedTests: ['pack', 'install', 'environment'],
      failedTests: ['commands', 'uninstall'],
    },
  });
  expect(JSON.parse(read('contract.json').toString()).steps[3].problems).toEqual([
    'tidy: exit 0, not 5: tidy 1.2.3',
  ]);
  const check = ['contract', 'verify', 'evidence', '--signers', 'signers', '--package', tarball, '--json'];
  const checked = JSON.parse((await runIn(ctxctlProgram(), check, { cwd })).stdout);
  expect(checked.error).toMatchObject({
    code: 'evidence_of_failure',
    details: { verdict: 'pass', signatures: [{ state: 'good', signed_by: ['me'] }] },
  });
});

it('refuses evidence that nobody can sign, before anything is fetched', async () => {
  const cwd = temporaryFolder();
  const tarball = tarballOf(foreignFiles(answering));
  const answer = await call(['--package', tarball, '--evidence', 'evidence', '--key', 'gone'], { cwd });
  expect([answer.exitCode, existsSync(join(cwd, 'evidence'))]).toEqual([1, false]);
});

it('leaves nothing running when it is killed', async () => {
  const hang = program("require('fs').writeFileSync('started', ''); setInterval(() => {}, 60000);");
  const tempRoot = temporaryFolder();
  const words = [
    'contract',
    'clean-host',
    '--package',
    tarballOf(foreignFiles(hang)),
    '--temp-root',
    tempRoot,
    '--offline',
  ];
  const env = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder() };
  const child = spawn(process.execPath, [join(builtFolder('ctxctl'), 'ctxctl.cjs'), ...words], {
    env,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await appears(join(tempRoot, 'work/programs/started'));
  child.kill('SIGKILL');
  await ended;
  await vi.waitFor(() => expect(runningBelow(tempRoot)).toEqual([]), { timeout: 250_000 });
});

it('takes away what a killed contract left, and nothing that somebody works in or asked to keep', async () => {
  const hang = program("require('fs').writeFileSync('started', ''); setInterval(() => {}, 60000);");
  const temporary = temporaryFolder();
  const env = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder(), TMPDIR: temporary };
  const roots = () => readdirSync(temporary).filter((name) => name.startsWith('clean-host-'));
  const words = (source: string) => [
    'contract',
    'clean-host',
    '--package',
    tarballOf(foreignFiles(source)),
    '--offline',
  ];
  const built = join(builtFolder('ctxctl'), 'ctxctl.cjs');
  const child = spawn(process.execPath, [built, ...words(hang)], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await vi.waitFor(() => expect(roots()).toHaveLength(1), { timeout: 250_000 });
  const [left = ''] = roots();
  await appears(join(temporary, left, 'work/programs/started'));
  const others = join(temporary, 'clean-host-AAAAAA');
  mkdirSync(others);
  const run = (...more: readonly string[]) =>
    execFileSync(process.execPath, [built, ...words(answering), ...more], { env, encoding: 'utf8' });
  run('--keep-temp');
  expect(roots()).toContain(left);
  child.kill('SIGKILL');
  await ended;
  run();
  expect(roots()).not.toContain(left);
  expect(roots()).toHaveLength(2);
  expect(existsSync(others)).toBe(true);
});
