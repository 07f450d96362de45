// What a package may try against the machine that its contract runs on.

import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import {
  contractOnForeign,
  failureOfForeign,
  foreignFiles,
  oneCommand,
  program,
  tarballOf,
} from '../../../test/foreign-package.js';

describe('a hostile package', () => {
  it('that brings programs called like those that we start does not get started in their place', async () => {
    const outside = temporaryFolder();
    const evil = program(`try { require('fs').writeFileSync('${outside}/escaped', ''); } catch {}`);
    const names = ['tidy', 'bwrap', 'npm', 'sh', 'sleep', 'env'];
    const bin = Object.fromEntries(names.map((name) => [name, 'tidy.js']));
    const tarball = tarballOf(foreignFiles(evil, { bin }));
    const { steps } = await contractOnForeign(tarball, oneCommand({ run: ['/bin/true'] }));
    expect(steps.flatMap(({ problems }) => problems)).toEqual([]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it.each([
    ['the folder of a later step', ['ln -s GOAL ../second'], 'an earlier step made the folder of second'],
    [
      'the folder that a command runs in',
      ['ln -s GOAL gone', 'rmdir deep && ln -s GOAL deep'],
      'deep is not a folder of the project',
    ],
  ])('that puts a link into the place of %s makes us write nowhere else', async (_, lines, problem) => {
    const goal = temporaryFolder({ x: '' });
    const steps = [
      {
        name: 'first',
        proves: 'x',
        commands: [...lines.map((run) => ({ run: run.replace('GOAL', goal) })), { run: 'true', cwd: 'deep' }],
      },
      { name: 'second', proves: 'x', given: { 'planted.txt': 'x' }, commands: [{ run: 'true' }] },
    ];
    const { steps: records } = await contractOnForeign(
      tarballOf(foreignFiles()),
      { steps },
      { placed: true },
    );
    expect(records.flatMap(({ problems }) => problems).join()).toContain(problem);
    expect(readdirSync(goal)).toEqual(['x']);
  });
});

describe('where nothing can be confined', () => {
  it.each([
    [
      'a write into the real home',
      (home: string) => `require('fs').writeFileSync('${home}/.tidyrc', '')`,
      'wrote outside: new:',
    ],
    [
      'a process of its group that it leaves running',
      () => "require('child_process').spawn('sleep', ['1000'], { stdio: 'ignore' }).unref()",
      'left a process running: one of its process group',
    ],
  ])('%s is caught all the same', async (_, code, problem) => {
    const home = temporaryFolder({ '.profile': 'x' });
    const tarball = tarballOf(foreignFiles(program(code(home))));
    const call = { placed: true, confined: false, only: 'programs', homes: [home] } as const;
    expect(await failureOfForeign(tarball, {}, call)).toEqual({
      step: 'programs',
      problems: expect.stringContaining(problem),
    });
  });
});

describe('what the programs cannot do', () => {
  it('reach the network, unless the contract lets them', async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.end('hello');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const code = `require('net').connect(${port}, '127.0.0.1').pipe(process.stdout)`;
    const tarball = tarballOf(foreignFiles(program(code)));
    const call = { placed: true, only: 'commands' } as const;
    try {
      const denied = await failureOfForeign(tarball, oneCommand({}), call);
      expect([denied.step, calls]).toEqual(['commands', 0]);
      const allowed = await failureOfForeign(
        tarball,
        oneCommand({ network: 'allow', stdout: 'hello' }),
        call,
      );
      expect([allowed.step, calls]).toEqual([undefined, 1]);
    } finally {
      server.close();
    }
  });
});
