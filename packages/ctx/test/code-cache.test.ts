// What the built program remembers of its own code between calls, and that it never depends on it.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Answer, copyProgram, runNode } from './built.js';
import { temporaryFolder } from './folder.js';

const tableBytes = 8192;

it('keeps what was compiled for a command that ended well, and uses it the next time', async () => {
  const program = ownProgram();
  const first = await program.run('version');
  const [kept = ''] = program.kept();
  expect(kept).toMatch(/^version-/);
  const { ino } = statSync(join(program.compiled, kept));
  expect(await program.run('version')).toEqual(first);
  // A call that had to compile anything would have made the file again.
  expect(statSync(join(program.compiled, kept)).ino).toBe(ino);
  expect(filesIn(join(program.compiled, kept))).toEqual(['kernel.cjs', 'version.cjs']);
});

it('adds what another call of the same command loads, and drops nothing', async () => {
  const program = ownProgram();
  await program.run('scan-repo', '--recommend');
  const more = filesIn(program.onlyKept());
  writeFileSync(program.onlyKept(), '');
  await program.run('scan-repo');
  const fewer = filesIn(program.onlyKept());
  expect(more.length).toBeGreaterThan(fewer.length);
  await program.run('scan-repo', '--recommend');
  expect(filesIn(program.onlyKept())).toEqual(more);
  await program.run('scan-repo');
  expect(filesIn(program.onlyKept())).toEqual(more);
});

it('keeps nothing of a command that failed, or that was only asked about', async () => {
  const program = ownProgram();
  for (const help of ['--help', '-h']) expect((await program.run('load-session', help)).exitCode).toBe(0);
  expect((await program.run('load-session', 'no-such-session')).exitCode).toBe(1);
  expect(program.kept()).toEqual([]);
});

it('compiles a file again that was changed, even if its length is the same', async () => {
  const program = ownProgram();
  const before = await program.run('version');
  const file = join(program.folder, 'version.cjs');
  const code = readFileSync(file, 'utf8');
  const changed = code.replace('name:`version`', 'name:`VERSION`');
  expect(changed).not.toBe(code);
  writeFileSync(file, changed);
  utimesSync(file, 1, 1);
  const after = await program.run('version', '--output-format', 'json');
  expect(before.exitCode).toBe(0);
  expect(JSON.parse(after.stdout)).toMatchObject({ command: 'VERSION' });
});

it.each([
  ['empty', () => Buffer.alloc(0)],
  ['cut off in its table', (whole: Buffer) => whole.subarray(0, 40)],
  ['cut off in its code', (whole: Buffer) => whole.subarray(0, whole.length - 1)],
  ['no table at all', (whole: Buffer) => Buffer.from(whole).fill('x', 0, tableBytes)],
])('answers the same where the kept file is %s, and makes it anew', async (_, damaged) => {
  const program = ownProgram();
  const first = await program.run('sysinfo', '--output-format', 'json');
  const whole = readFileSync(program.onlyKept());
  writeFileSync(program.onlyKept(), damaged(whole));
  const second = await program.run('sysinfo', '--output-format', 'json');
  expect(second.exitCode).toBe(0);
  expect(Object.keys(JSON.parse(second.stdout).data)).toEqual(Object.keys(JSON.parse(first.stdout).data));
  expect(filesIn(program.onlyKept())).toEqual(filesOf(whole));
});

it('keeps it for an event of a host, too, which answers the same with it', async () => {
  const program = ownProgram();
  const cwd = temporaryFolder({ '.context/config.yaml': '' });
  await runNode([join(program.folder, 'ctx.cjs'), 'remind', 'water the plants'], { cwd });
  rmSync(program.compiled, { recursive: true });
  const prompt = async () => {
    rmSync(join(cwd, '.context/state'), { recursive: true, force: true });
    return runNode([join(program.folder, 'ctx.cjs'), 'hook', 'claude-code', 'UserPromptSubmit'], { cwd });
  };
  const first = await prompt();
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('water the plants') });
  expect(filesIn(program.onlyKept())).toEqual(['hook-prompt.cjs']);
  const { ino } = statSync(program.onlyKept());
  expect(await prompt()).toEqual(first);
  expect(statSync(program.onlyKept()).ino).toBe(ino);
});

it('is not tried again and again by a user who may not write there', () => {
  const top = temporaryFolder();
  chmodSync(top, 0o711);
  const folder = join(top, 'dist');
  copyProgram(folder);
  // Whatever tried would load what saves.
  writeFileSync(join(folder, 'save-compiled.cjs'), 'console.log("tried to save");');
  const nobody = { uid: 65_534, gid: 65_534, cwd: '/', encoding: 'utf8' } as const;
  const answer = spawnSync(process.execPath, [join(folder, 'ctx.cjs'), 'version'], nobody);
  expect(answer).toMatchObject({ status: 0, stdout: 'ctx 0.1.0\n', stderr: '' });
  expect(existsSync(join(folder, 'compiled'))).toBe(false);
});

it('answers the same where nothing can be kept', async () => {
  const program = ownProgram();
  writeFileSync(program.compiled, 'a file where the folder would be');
  const first = await program.run('version');
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(program.compiled, 'utf8')).toBe('a file where the folder would be');
});

it('leaves one whole file when many calls are the first', async () => {
  const program = ownProgram();
  const answers = await Promise.all(Array.from({ length: 8 }, () => program.run('version')));
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(answers.every(({ exitCode, stderr }) => exitCode === 0 && stderr === '')).toBe(true);
  expect(filesIn(program.onlyKept())).toEqual(['kernel.cjs', 'version.cjs']);
});

it('takes over from a call that was killed while it wrote', async () => {
  const program = ownProgram();
  await program.run('version');
  const kept = program.onlyKept();
  const unfinished = `${kept}.unfinished`;
  writeFileSync(unfinished, 'half');
  utimesSync(unfinished, 1, 1);
  writeFileSync(kept, '');
  await program.run('version');
  expect(existsSync(unfinished)).toBe(false);
  await program.run('version');
  expect(filesIn(program.onlyKept())).toEqual(['kernel.cjs', 'version.cjs']);
});

it('is left alone when Node gets flags, which change what V8 makes of a file', async () => {
  const program = ownProgram();
  await runNode(['--stack-size=900', join(program.folder, 'ctx.cjs'), 'version']);
  await runNode([join(program.folder, 'ctx.cjs'), 'version'], { env: { NODE_OPTIONS: '--no-deprecation' } });
  expect(program.kept()).toEqual([]);
});

/** A copy of the built program that has never been run. */
function ownProgram() {
  const folder = join(temporaryFolder(), 'dist');
  const compiled = join(folder, 'compiled');
  copyProgram(folder);
  const kept = () => (existsSync(compiled) ? readdirSync(compiled) : []);
  return {
    folder,
    compiled,
    kept,
    onlyKept() {
      const [name = '', ...others] = kept();
      expect(others).toEqual([]);
      return join(compiled, name);
    },
    run: (...words: string[]): Promise<Answer> => runNode([join(folder, 'ctx.cjs'), ...words]),
  };
}

function filesIn(kept: string): string[] {
  return filesOf(readFileSync(kept));
}

function filesOf(kept: Buffer): string[] {
  const rows: [string][] = JSON.parse(kept.toString('latin1', 0, tableBytes));
  return rows.map(([file]) => file).sort();
}
