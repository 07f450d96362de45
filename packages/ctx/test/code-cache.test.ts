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
import { type Answer, builtFolder, copyProgram, runNode } from './built.js';
import { temporaryFolder } from './folder.js';

it('keeps what was compiled for a command that ended well, and uses it the next time', async () => {
  const program = ownProgram();
  const first = await program.run('version');
  expect(basename(program.onlyKept())).toMatch(/^version-/);
  const { ino } = statSync(program.onlyKept());
  expect(await program.run('version')).toEqual(first);
  // A call that had to compile anything would have made the file again.
  expect(statSync(program.onlyKept()).ino).toBe(ino);
  expect(filesIn(program.onlyKept())).toEqual(['kernel.cjs', 'version.cjs']);
});

it('adds what another call of the same command loads, and drops nothing', async () => {
  const program = ownProgram();
  await program.run('scan-repo', '--recommend');
  const more = filesIn(program.onlyKept());
  rmSync(program.onlyKept());
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
  const file = join(program.folder, 'commands/version.cjs');
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
  ['cut off in its list', (whole: Buffer) => whole.subarray(0, 40)],
  ['cut off in its code', (whole: Buffer) => whole.subarray(0, whole.length - 1)],
  ['overwritten in its middle', (whole: Buffer) => Buffer.from(whole).fill('x', 9_000, 9_100)],
  ['something else', () => Buffer.from('{}\n{}\n')],
])('answers the same where the kept file is %s, and makes it anew', async (_, damaged) => {
  const program = ownProgram();
  const first = await program.run('sysinfo', '--output-format', 'json');
  const whole = readFileSync(program.onlyKept());
  writeFileSync(program.onlyKept(), damaged(whole));
  const second = await program.run('sysinfo', '--output-format', 'json');
  expect(second).toMatchObject({ exitCode: 0, stderr: '' });
  expect(Object.keys(JSON.parse(second.stdout).data)).toEqual(Object.keys(JSON.parse(first.stdout).data));
  expect(filesIn(program.onlyKept())).toEqual(filesOf(whole));
});

it('answers the same for every single bit that is flipped in the kept file', async () => {
  const folder = temporaryFolder({
    'a.cjs': 'const b = require("./b.cjs"); exports.answer = () => b.twice(21) + " is the answer";',
    'b.cjs': 'exports.twice = (n) => { let sum = 0; for (let i = 0; i < 2; i++) sum += n; return sum; };',
    'flip.cjs': flipEachBit,
  });
  const { exitCode, stdout, stderr } = await runNode([
    join(folder, 'flip.cjs'),
    join(builtFolder(), 'hook.cjs'),
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const { bits, wrong, used } = JSON.parse(stdout);
  expect(bits).toBeGreaterThan(10_000);
  expect({ wrong, used }).toEqual({ wrong: [], used: true });
});

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
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('water the plants') });
  expect(filesIn(program.onlyKept())).toEqual(['answer.cjs']);
  const { ino } = statSync(program.onlyKept());
  expect(await prompt()).toEqual(first);
  expect(statSync(program.onlyKept()).ino).toBe(ino);
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
  const answer = { status: 0, stdout: 'ctx 0.1.0\n', stderr: '' };
  expect(version()).toMatchObject(answer);
  expect(existsSync(join(folder, 'compiled'))).toBe(false);
  const caches = join(top, 'home/.cache/ctx/compiled');
  const kept = join(caches, ...readdirSync(caches, { recursive: true, encoding: 'utf8' }).slice(1));
  const { ino } = statSync(kept);
  expect(version()).toMatchObject(answer);
  expect(statSync(kept).ino).toBe(ino);
  // Root does not run what another user could have written.
  chownSync(kept, 0, 0);
  expect(version()).toMatchObject(answer);
  expect(statSync(kept)).not.toMatchObject({ ino });
});

it('is not used if others could have written it', async () => {
  const program = ownProgram();
  await program.run('version');
  const { ino } = statSync(program.onlyKept());
  chmodSync(program.onlyKept(), 0o622);
  await program.run('version');
  const made = statSync(program.onlyKept());
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

it('leaves one whole file when many calls are the first', async () => {
  const program = ownProgram();
  const answers = await Promise.all(Array.from({ length: 8 }, () => program.run('version')));
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(answers.every(({ exitCode, stderr }) => exitCode === 0 && stderr === '')).toBe(true);
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

/** The names of the sources, if both halves of the file are the same. */
function filesOf(kept: Buffer): string[] {
  const half = kept.subarray(0, kept.length / 2);
  expect(half.equals(kept.subarray(half.length))).toBe(true);
  const rows: [string][] = JSON.parse(half.toString('utf8', 0, half.indexOf('\n')));
  return rows.map(([file]) => basename(file)).sort();
}

/** Loads a.cjs with the loader of the built program, again and again, each time with another bit flipped. */
const flipEachBit = `
  const fs = require('node:fs');
  const path = require('node:path');
  const loader = fs.readFileSync(process.argv[2], 'utf8').replace(/^#!.*/, '').split('codeCache.runCompiled')[0];
  const { runCompiled } = new Function(loader + '; return codeCache;')();
  // What a call leaves open until its process ends is closed here: there are many calls in this one.
  const open = new Set();
  const openSync = (...given) => { const fd = fs.openSync(...given); open.add(fd); return fd; };
  const closeSync = (fd) => { open.delete(fd); fs.closeSync(fd); };
  const given = (id) => (id === 'node:fs' ? { ...fs, openSync, closeSync } : require(id));
  const answer = () => {
    let said;
    for (const fd of [...open]) closeSync(fd);
    runCompiled(given, __filename, 'flip', (_, near) => { said = near('./a.cjs').answer(); });
    return said;
  };
  const ended = () => { process.emit('exit', 0); process.removeAllListeners('exit'); };
  const expected = answer();
  ended();
  const [name] = fs.readdirSync(path.join(__dirname, 'compiled'));
  const file = path.join(__dirname, 'compiled', name);
  const { ino } = fs.statSync(file);
  answer();
  ended();
  const used = fs.statSync(file).ino === ino;
  const bytes = fs.readFileSync(file);
  const fd = fs.openSync(file, 'r+');
  const wrong = [];
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit >> 3;
    fs.writeSync(fd, Buffer.of(bytes[at] ^ (1 << (bit & 7))), 0, 1, at);
    try {
      if (answer() !== expected) wrong.push(bit);
    } catch (error) {
      wrong.push(bit);
    }
    process.removeAllListeners('exit');
    fs.writeSync(fd, bytes, at, 1, at);
  }
  console.log(JSON.stringify({ bits: bytes.length * 8, wrong, used }));
`;
