// Any package with programs: what holds, and that each fault that is planted in one is caught by the step that is for it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import {
  answering,
  contractOnForeign,
  failureOfForeign,
  foreignFiles,
  oneCommand,
  program,
  tarballOf,
} from '../../../test/foreign-package.js';
import type { ContractConfig } from './config.js';

const greeting: ContractConfig = {
  package: 'tidy',
  programs: ['tidy'],
  packed: { has: ['*.js'], has_not: ['**/*.map'] },
  may_write: ['~/.config/tidy', '$TMPDIR/tidy-*'],
  must_not_touch: ['~/.gitconfig', 'input.txt', '/etc/hostname'],
  given: { '~/.gitconfig': '[user]\n', 'input.txt': 'hello' },
  commands: [
    {
      run: ['tidy', 'input.txt'],
      stdin: 'from stdin',
      env: { GREETING: 'hello' },
      exit: [3, 4],
      stdout: { equals: 'tidy 1.2.3\n', contains: [`\${version}`], lacks: 'error', matches: '^t.dy' },
      stderr: 'hello from stdin',
      files: { 'sub/out.txt': { equals: 'hello' }, nothing: 'absent', 'input.txt': 'present' },
    },
    { run: 'cd sub && cat out.txt | wc -c', stdout: { matches: '^ *5\\n$' }, writes: 'nothing' },
  ],
};

const wellBehaved = program(`const fs = require('fs');
  fs.mkdirSync('sub', { recursive: true });
  fs.writeFileSync('sub/out.txt', fs.readFileSync(process.argv[2]));
  fs.mkdirSync(process.env.HOME + '/.config/tidy', { recursive: true });
  fs.writeFileSync(process.env.HOME + '/.config/tidy/seen', '');
  fs.writeFileSync(process.env.TMPDIR + '/tidy-1', '');
  console.error(process.env.GREETING, fs.readFileSync(0, 'utf8'));
  console.log('tidy', require('./package.json').version);
  process.exitCode = 3;`);

describe('the contract of a package', () => {
  it('holds for one that keeps its promises, and leaves nothing behind', async () => {
    const tempRoot = join(temporaryFolder(), 'root');
    const home = temporaryFolder({ '.profile': 'x' });
    const { steps, confined } = await contractOnForeign(tarballOf(foreignFiles(wellBehaved)), greeting, {
      tempRoot,
      homes: [home],
    });
    expect(steps.map(({ name, verdict, problems }) => [name, verdict, ...problems])).toEqual(
      ['pack', 'install', 'environment', 'commands', 'uninstall'].map((name) => [name, 'passed']),
    );
    expect(confined).toBe(true);
    expect(steps[0]?.facts).toMatchObject({ package: 'tidy', version: '1.2.3', programs: ['tidy'] });
    expect(steps[3]?.facts).toMatchObject({ commands: [{ run: 'tidy input.txt', exit: 3 }, { exit: 0 }] });
    expect(steps[4]?.facts).toMatchObject({ left: ['~/.config/tidy/seen', '~/.gitconfig'] });
    expect(existsSync(tempRoot)).toBe(false);
    expect(readdirSync(home)).toEqual(['.profile']);
  });

  it('asks every program for its help or its version where no file says more', async () => {
    const bin = { tidy: 'tidy.js', other: './other.js' };
    const other = program("process.exitCode = process.argv[2] === '--version' ? 0 : 2;");
    const files = { ...foreignFiles(answering, { bin }), 'other.js': other };
    const { steps } = await contractOnForeign(tarballOf(files), {}, { placed: true, only: 'programs' });
    expect(steps.find(({ name }) => name === 'programs')).toMatchObject({
      verdict: 'passed',
      facts: { commands: [{ run: 'tidy --help' }, { run: 'other --version', exit: 0 }] },
    });
  });
});

describe('a fault that is planted in a package', () => {
  it.each<[string, string, ContractConfig, string]>([
    ['a wrong exit code', 'process.exit(7)', oneCommand({}), 'tidy: exit 7, not 0'],
    ['a program that fails', "require('./gone.js')", {}, "Cannot find module './gone.js'"],
    ['a wrong output', "console.log('no')", oneCommand({ stdout: 'yes' }), 'stdout has no "yes": "no\\n"'],
    ['a wrong error', "console.error('no')", oneCommand({ stderr: { lacks: 'no' } }), 'stderr has "no"'],
    [
      'a file that it does not write',
      '',
      oneCommand({ files: { 'a.txt': 'present' } }),
      'a.txt is not there',
    ],
    [
      'a file with another text',
      "require('fs').writeFileSync('a.txt', 'b')",
      oneCommand({ files: { 'a.txt': { equals: 'a' } } }),
      'a.txt is "b", not "a"',
    ],
    [
      'a link in the place of a file',
      "require('fs').symlinkSync('/etc/hostname', 'a.txt')",
      oneCommand({ files: { 'a.txt': { lacks: 'never read' } } }),
      'a.txt is not a regular file of the project',
    ],
    [
      'a write into the home',
      "require('fs').writeFileSync(process.env.HOME + '/.tidyrc', '')",
      {},
      'tidy --help: wrote where it may not: new: ~/.tidyrc',
    ],
    [
      'a file left in the temporary folder',
      "require('fs').writeFileSync(require('os').tmpdir() + '/x', '')",
      {},
      'wrote where it may not: new: $TMPDIR/x',
    ],
    [
      'a write into the project',
      "require('fs').writeFileSync('x', '')",
      {},
      /touched what it must not: new: .*\/work\/programs\/x$/.source,
    ],
    [
      'a write outside',
      "require('fs').writeFileSync('/var/tmp/tidy', '')",
      {},
      'wrote outside: new: /var/tmp/tidy',
    ],
    [
      'a change of what must stay as it is',
      "require('fs').appendFileSync(process.env.HOME + '/.gitconfig', 'x')",
      {
        ...oneCommand({}),
        given: { '~/.gitconfig': '' },
        must_not_touch: ['~/.gitconfig'],
        may_write: ['~/.gitconfig'],
      },
      'touched what it must not: changed:',
    ],
    [
      'a process that it leaves running',
      "require('child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref()",
      {},
      'tidy --help: left a process running: sleep',
    ],
    [
      'a program that hangs',
      'setInterval(() => {}, 1000)',
      oneCommand({ time_limit_seconds: 1 }),
      'tidy: did not end within 1 s',
    ],
    [
      'a program that ends its watcher',
      'process.kill(process.ppid, "SIGKILL")',
      {},
      'ended what it was started by',
    ],
  ])('%s is caught', async (_, code, config, problem) => {
    const tarball = tarballOf(foreignFiles(program(code)));
    const step = config.commands === undefined ? 'programs' : 'commands';
    const failure = await failureOfForeign(tarball, config, { placed: true, only: step });
    expect(failure).toEqual({ step, problems: expect.stringMatching(asPattern(problem)) });
  });

  it('a write into the real home is caught, and does not reach it', async () => {
    const home = temporaryFolder({ '.profile': 'x' });
    const code = `require('fs').appendFileSync(${JSON.stringify(join(home, '.profile'))}, 'alias')`;
    const failure = await failureOfForeign(
      tarballOf(foreignFiles(program(code))),
      {},
      { placed: true, homes: [home], only: 'programs' },
    );
    expect(failure).toEqual({
      step: 'programs',
      problems: `tidy --help: wrote outside: new: ${join(home, '.profile')}`,
    });
    expect(readFileSync(join(home, '.profile'), 'utf8')).toBe('x');
  });
});

describe('a fault of the package itself', () => {
  it('an entry point that is not packed is caught by the step pack', async () => {
    const { 'package.json': manifest = '' } = foreignFiles();
    const failure = await failureOfForeign(tarballOf({ 'package.json': manifest }), {
      packed: { has: ['LICENSE'] },
    });
    expect(failure).toEqual({
      step: 'pack',
      problems:
        'missing: tidy.js is an entry point and not packed\nmissing: LICENSE, which the contract wants',
    });
  });

  it('an install script is caught, and does not run; where it may run, what it does is caught', async () => {
    const scripts = { postinstall: 'echo x > /var/tmp/tidy-was-here && echo x > postinstalled' };
    const tarball = tarballOf(foreignFiles(answering, { scripts }));
    expect(await failureOfForeign(tarball, {}, { only: 'install' })).toEqual({
      step: 'install',
      problems: 'a package has an install script: tidy: postinstall',
    });
    expect(await failureOfForeign(tarball, { install: { scripts: 'run' } }, { only: 'install' })).toEqual({
      step: 'install',
      problems: 'wrote outside: new: /var/tmp/tidy-was-here',
    });
    expect(existsSync('/var/tmp/tidy-was-here')).toBe(false);
  });

  it('a dependency that cannot be had is caught by the step install', async () => {
    const tarball = tarballOf(
      foreignFiles(answering, { dependencies: { 'no-such-package-of-tidy': '1.0.0' } }),
    );
    expect(await failureOfForeign(tarball, {}, { only: 'install' })).toMatchObject({
      step: 'install',
      problems: expect.stringContaining('npm install failed: code ENOTCACHED'),
    });
  });

  it.each([
    ['another package', { package: 'other' }, 'it is tidy, but the contract is for other'],
    ['no programs', {}, 'tidy has no `bin` in its package.json'],
  ])('%s is refused, and the root is gone', async (_, config, problem) => {
    const tempRoot = join(temporaryFolder(), 'root');
    const tarball = tarballOf(foreignFiles(answering, { bin: undefined }));
    await expect(contractOnForeign(tarball, config, { tempRoot })).rejects.toThrow(problem);
    expect(existsSync(tempRoot)).toBe(false);
  });
});

function asPattern(problem: string): RegExp {
  return problem.endsWith('$')
    ? new RegExp(problem)
    : new RegExp(problem.replace(/[\\^$+.()|[\]{}*?]/g, '\\$&'));
}
