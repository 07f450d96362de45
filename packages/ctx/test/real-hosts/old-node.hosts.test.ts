// A real Node 18, fetched for this: it can read the first lines of each program, and is told what is needed.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, runFile } from '../built.js';
import { temporaryFolder } from '../folder.js';

it('is told in one sentence that it is too old', async () => {
  const folder = temporaryFolder({ 'package.json': '{}' });
  const name = `node-${process.platform}-${process.arch}`;
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@18`], {
    cwd: folder,
    stdio: 'ignore',
  });
  const node = join(folder, 'node_modules', name, 'bin/node');
  for (const [program, file] of [
    ['ctx', 'ctx.cjs'],
    ['ctx', 'hook.cjs'],
    ['ctxctl', 'ctxctl.cjs'],
    ['ctxctl', 'relay.cjs'],
  ] as const) {
    const answer = await runFile(node, [join(builtFolder(program), file), '--version'], { cwd: folder });
    expect(answer).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^This is Node\.js v18\.\d+\.\d+ \(.*\), and ctx needs 20\.19 or later\.\n/,
      ),
    });
  }
});
