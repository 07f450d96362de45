// The other machine of docs/teleport.md: a real sshd on loopback, with a ctx behind it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCtx } from '../in-process.js';
import { sshd } from '../sshd.js';
import type { Place } from './place.js';

export async function farMachine({ cwd, env, instead }: Place): Promise<void> {
  const far = await sshd();
  mkdirSync(join(far.home, 'work'));
  const flags = `--ssh-config ${far.config()}`;
  instead.push(
    ['me@build.example:work --last', `${far.host}:work --last ${flags}`],
    ['--back fix-the-test', `--back fix-the-test ${flags}`],
  );
  const argv = ['run', '--task', 'Look.', '--model', 'script:echo', '--session-id', 'fix-the-test'];
  await runCtx(argv, { cwd, env });
}
