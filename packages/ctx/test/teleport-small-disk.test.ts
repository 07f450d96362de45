// Teleports over a file system that is really full: a tmpfs of a few megabytes, or with few inodes, in a mount namespace of its own. That needs root,
// or a system that lets users have namespaces; where neither is, the test says so and fails.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runFile } from './built.js';
import { programs } from './documented-scripts.js';
import { temporaryFolder } from './folder.js';
import { git, isLive, machine, sessionIn } from './teleport-machines.js';

const log = '.context/sessions/s.jsonl';

/** Two homes with the project in one, and a script that runs where `mount` is its own. What it leaves in `out` is seen outside. */
async function place() {
  const near = machine();
  const app = join(near.home, 'app');
  mkdirSync(app);
  git(app, 'init', '-q');
  writeFileSync(join(app, 'a.txt'), 'a\n');
  git(app, 'add', '.');
  git(app, 'commit', '-q', '-m', 'one');
  await sessionIn(app, near);
  const [far, out] = [temporaryFolder(), temporaryFolder()];
  const bin = programs({
    ssh: `cd "${far}/work" && HOME="${far}" exec ctx acp --accept-teleports . --trust-teleports`,
    move: `cd "${near.home}/app" && HOME="${near.home}" ctx teleport-mode me@far:work s --stay > "${out}/$1.txt" 2>&1; echo $? > "${out}/$1.code"
cp "${near.home}/app/${log}" "${out}/$1.near" 2>/dev/null; cp "${far}/work/app/${log}" "${out}/$1.far" 2>/dev/null; true`,
  });
  const names = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
  const run = async (script: string) => {
    const ran = await runFile('unshare', [...names, 'bash', '-e', '-c', script], {
      cwd: near.home,
      env: { PATH: `${bin}:${process.env['PATH']}`, HOME: near.home, NEAR: near.home, FAR: far, OUT: out },
    });
    if (ran.exitCode !== 0) throw new Error(`no file system of its own can be mounted here: ${ran.stderr}`);
  };
  const told = (name: string) => ({
    code: Number(readFileSync(join(out, `${name}.code`), 'utf8')),
    said: readFileSync(join(out, `${name}.txt`), 'utf8'),
    live: [isLive(join(out, `${name}.near`)), isLive(join(out, `${name}.far`))],
  });
  return { app, run, told };
}

it('says that the disk there is full before it moves anything, and finishes once there is room', async () => {
  const { app, run, told } = await place();
  writeFileSync(join(app, 'large'), Buffer.alloc(4 << 20, 'x'));
  for (let i = 0; i < 80; i += 1) writeFileSync(join(app, `small${i}`), `${i}`);
  await run(`
mount -t tmpfs -o size=3m small "$FAR"; mkdir "$FAR/work"
move full
mount -o remount,size=64m,nr_inodes=60 "$FAR"
move inodes
mount -o remount,nr_inodes=20000 "$FAR"
move room`);
  const full = told('full');
  expect([full.code, full.live, full.said]).toEqual([
    1,
    [true, false],
    expect.stringMatching(/the disk there has \d+ bytes free, and \d+ are needed[\s\S]*Nothing was moved/),
  ]);
  // Bytes are free, and no file can be made: it shows while it is staged, before anything is given away.
  const inodes = told('inodes');
  expect([inodes.code, inodes.live]).toEqual([1, [true, false]]);
  expect(inodes.said).toMatch(/no space|disk is full|refused/i);
  expect(told('room')).toMatchObject({ code: 0, live: [false, true] });
});

it('gives nothing away while its own disk is full, and moves once there is room', async () => {
  const { app, run, told } = await place();
  const copy = temporaryFolder();
  cpSync(join(app, '..'), copy, { recursive: true });
  await run(`
mkdir "$FAR/work"
mount -t tmpfs -o size=8m small "$NEAR"; cp -a "${copy}/." "$NEAR/"
cat /dev/zero > "$NEAR/filler" || true
move full
rm "$NEAR/filler"
move room`);
  const full = told('full');
  expect([full.code, full.live]).toEqual([1, [true, false]]);
  expect(full.said).toMatch(/no space|disk is full/i);
  expect(told('room')).toMatchObject({ code: 0, live: [false, true] });
});
