// What the built programs remember of their own code between calls, and that they never depend on it.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { type Answer, copyProgram, runNode } from './built.js';
import { temporaryFolder } from './folder.js';
import { programVersion } from './program-version.js';

it('keeps what was compiled for a command that ended well, and uses it the next time', async () => {
  const program = ownProgram();
  const first = await program.run('version');
  expect(readdirSync(program.compiled)).toEqual([expect.stringMatching(/^version-/)]);
  await program.runUntilSettled('version');
  const files = program.kept();
  expect(Object.keys(files)).toEqual(['commands/version.cjs', 'kernel.cjs']);
  expect(await program.run('version')).toEqual(first);
  // A call that had to compile anything would have made its file again.
  expect(program.kept()).toEqual(files);
});

it('adds what another call of the same command loads, and drops nothing', async () => {
  const program = ownProgram();
  await program.runUntilSettled('scan-repo');
  const fewer = program.kept();
  await program.run('scan-repo', '--recommend');
  const more = program.kept();
  expect(Object.keys(more).length).toBeGreaterThan(Object.keys(fewer).length);
  expect(more).toMatchObject(fewer);
});

it('learns from the first calls what they compile of the same file, and once a day from a later one', async () => {
  const program = ownProgram();
  const size = () => statSync(program.fileOf('kernel.cjs')).size;
  await program.run('version');
  const first = size();
  const words = ['version', '--output-format', 'json'];
  await program.run(...words);
  expect(size()).toBeGreaterThan(first + 1_000);
  for (let call = 2; call < learningCalls; call++) await program.run('version');
  expect(size()).toBeGreaterThan(first + 1_000);
  const settled = program.kept();
  await program.run('version');
  expect(program.kept()).toEqual(settled);
  const { ino } = statSync(program.fileOf('kernel.cjs'));
  const yesterday = Date.now() / 1000 - 90_000;
  utimesSync(program.fileOf('kernel.cjs'), yesterday, yesterday);
  await program.run('version');
  expect(program.kept()['kernel.cjs']).not.toBe(ino);
});

it('drops what is kept of a file that the program no longer has', async () => {
  const program = ownProgram();
  await program.run('version');
  const kept = program.fileOf('kernel.cjs');
  writeFileSync(kept.replace('kernel', 'older'), 'of an older version');
  rmSync(kept);
  await program.run('version');
  expect(Object.keys(program.kept())).toEqual(['commands/version.cjs', 'kernel.cjs']);
});

it('keeps nothing of a command that failed, or that was only asked about', async () => {
  const program = ownProgram();
  for (const help of ['--help', '-h']) expect((await program.run('load-session', help)).exitCode).toBe(0);
  expect((await program.run('load-session', 'no-such-session')).exitCode).toBe(1);
  expect(program.kept()).toEqual({});
});

it('keeps what a word that is no command needs in one place, whatever the word is', async () => {
  const program = ownProgram();
  for (const word of ['versoin', 'Fix', 'please']) expect((await program.run(word)).exitCode, word).toBe(1);
  expect(readdirSync(program.compiled)).toEqual([expect.stringMatching(/^any-/)]);
  const first = await program.run('versoin');
  const files = program.kept();
  expect(Object.keys(files)).toContain('kernel.cjs');
  expect(await program.run('versoin')).toEqual(first);
  expect(program.kept()).toEqual(files);
});

it('compiles a file again that was changed, even if its length and its time are the same', async () => {
  const program = ownProgram();
  const file = join(program.folder, 'commands/version.cjs');
  utimesSync(file, 1, 1);
  const before = await program.run('version');
  const code = readFileSync(file, 'utf8');
  const changed = code.replace('name:`version`', 'name:`VERSION`');
  expect(changed).not.toBe(code);
  writeFileSync(file, changed);
  utimesSync(file, 1, 1);
  const after = await program.run('version', '--output-format', 'json');
  expect(before.exitCode).toBe(0);
  expect(JSON.parse(after.stdout)).toMatchObject({ command: 'VERSION' });
});

it('answers the same where a kept file is damaged, and makes it anew', async () => {
  const program = ownProgram();
  const sysinfo = () => program.run('sysinfo', '--output-format', 'json');
  const first = JSON.parse((await sysinfo()).stdout);
  for (const [how, damaged] of Object.entries(damages)) {
    const file = program.fileOf('kernel.cjs');
    settle(file);
    writeFileSync(file, damaged(readFileSync(file)));
    const { ino } = statSync(file);
    const { exitCode, stdout, stderr } = await sysinfo();
    expect({ how, exitCode, stderr }).toEqual({ how, exitCode: 0, stderr: '' });
    expect(Object.keys(JSON.parse(stdout).data)).toEqual(Object.keys(first.data));
    expect(program.kept()['kernel.cjs'], how).not.toBe(ino);
  }
});

const damages: Readonly<Record<string, (whole: Buffer) => Buffer>> = {
  'it is empty': () => Buffer.alloc(0),
  'it is cut off at its beginning': (whole) => whole.subarray(0, 40),
  'it is cut off at its end': (whole) => whole.subarray(0, whole.length - 1),
  'it was overwritten in its middle': (whole) => Buffer.from(whole).fill('x', 9_000, 9_100),
  'it is something else': () => Buffer.from('{}\n{}\n'),
};

it('keeps it for an event of a host, too, which answers the same with it', async () => {
  const program = ownProgram();
  const cwd = temporaryFolder({ '.context/config.yaml': '' });
  await runNode([join(program.folder, 'ctx.cjs'), 'remind', 'water the plants'], { cwd });
  rmSync(program.compiled, { recursive: true });
  const prompt = async () => {
    rmSync(join(cwd, '.context/state'), { recursive: true, force: true });
    return runNode([join(program.folder, 'hook.cjs'), 'claude-code', 'UserPromptSubmit'], { cwd });
  };
  const first = await prompt();
  for (let call = 1; call < learningCalls; call++) expect(await prompt()).toEqual(first);
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('water the plants') });
  const files = program.kept();
  expect(Object.keys(files)).toEqual(['hook/answer.cjs', 'hook/capture.cjs', 'hook/start.cjs']);
  expect(await prompt()).toEqual(first);
  expect(program.kept()).toEqual(files);
});

it('is kept in the user’s own cache where somebody else installed the program', () => {
  const top = temporaryFolder({ 'home/x': '' });
  chmodSync(top, 0o711);
  chownSync(join(top, 'home'), 65_534, 65_534);
  const folder = join(top, 'dist');
  copyProgram(folder);
  const nobody = { uid: 65_534, gid: 65_534, cwd: '/', env: { HOME: join(top, 'home') } };
  const version = () =>
    spawnSync(process.execPath, [join(folder, 'ctx.cjs'), 'version'], { ...nobody, encoding: 'utf8' });
  const answer = { status: 0, stdout: `ctx ${programVersion}\n`, stderr: '' };
  for (let call = 0; call < learningCalls; call++) expect(version()).toMatchObject(answer);
  expect(existsSync(join(folder, 'compiled'))).toBe(false);
  const caches = join(top, 'home/.cache/ctx/compiled');
  const files = keptIn(caches);
  expect(Object.keys(files)).toEqual(['commands/version.cjs', 'kernel.cjs']);
  expect(version()).toMatchObject(answer);
  expect(keptIn(caches)).toEqual(files);
  // Nobody runs what another user could have written, not even if it is root's.
  const kernel = pathsIn(caches).find((path) => path.endsWith('kernel.cjs')) ?? '';
  chownSync(kernel, 0, 0);
  chmodSync(kernel, 0o644);
  expect(version()).toMatchObject(answer);
  expect(keptIn(caches)['kernel.cjs']).not.toBe(files['kernel.cjs']);
});

it('is not used if others could have written it', async () => {
  const program = ownProgram();
  await program.run('version');
  const file = program.fileOf('kernel.cjs');
  settle(file);
  const { ino } = statSync(file);
  chmodSync(file, 0o622);
  await program.run('version');
  const made = statSync(file);
  expect(made.ino).not.toBe(ino);
  expect(made.mode & 0o777).toBe(0o600);
});

it('answers the same where nothing can be kept', async () => {
  const program = ownProgram();
  writeFileSync(program.compiled, 'a file where the folder would be');
  const first = await program.run('version');
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(program.compiled, 'utf8')).toBe('a file where the folder would be');
});

it('leaves whole files when many calls are the first', async () => {
  const program = ownProgram();
  const answers = await Promise.all(Array.from({ length: 8 }, () => program.run('version')));
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(answers.every(({ exitCode, stderr }) => exitCode === 0 && stderr === '')).toBe(true);
  expect(Object.keys(program.kept())).toEqual(['commands/version.cjs', 'kernel.cjs']);
  await program.runUntilSettled('version');
  const files = program.kept();
  await program.run('version');
  expect(program.kept()).toEqual(files);
});

it('is left alone when Node gets flags, which change what V8 makes of a file', async () => {
  const program = ownProgram();
  await runNode(['--stack-size=900', join(program.folder, 'ctx.cjs'), 'version']);
  await runNode([join(program.folder, 'ctx.cjs'), 'version'], { env: { NODE_OPTIONS: '--no-deprecation' } });
  expect(program.kept()).toEqual({});
});

/** So many calls add to what is kept (scripts/build/code-cache.ts). */
const learningCalls = 4;

/** A copy of the built program that has never been run. */
function ownProgram() {
  const folder = join(temporaryFolder(), 'dist');
  const compiled = join(folder, 'compiled');
  copyProgram(folder);
  const run = (...words: string[]): Promise<Answer> => runNode([join(folder, 'ctx.cjs'), ...words]);
  return {
    folder,
    compiled,
    kept: () => keptIn(compiled),
    fileOf: (name: string) => pathsIn(compiled).find((path) => sourceOf(path) === name) ?? '',
    run,
    async runUntilSettled(...words: string[]) {
      await run(...words);
      for (const path of pathsIn(compiled)) settle(path);
    },
  };
}

/** As after all calls that a kept file learns from: the last byte of the head says how many there were, in both halves. */
function settle(file: string): void {
  const whole = readFileSync(file);
  for (const half of [0, whole.length / 2]) whole.write(String(learningCalls), half + 63);
  writeFileSync(file, whole);
}

/** Each source that code is kept of, with the number of the file that holds it. */
function keptIn(compiled: string): Record<string, number> {
  const files = pathsIn(compiled).map((path) => [sourceOf(path), statSync(path).ino] as const);
  return Object.fromEntries(files.toSorted());
}

function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).isFile());
}

function sourceOf(path: string): string {
  return decodeURIComponent(basename(path));
}
