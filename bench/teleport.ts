// How much of a workspace goes over the wire when a session moves to a machine that has most of it.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchEnvironment, type Row } from './measure.js';
import { ctx, inFolder } from './place.js';
import type { Suite } from './run.js';

const files = 400;
const fileBytes = 256 << 10;
const committed = 1 << 20;
const uncommitted = 200 << 10;

const suite: Suite = {
  title: 'Teleport (bytes over the wire, of a workspace with 100 MB whose first commit is there)',
  run: () => inFolder((top) => [moved(top)]),
};

export default suite;

function moved(top: string): Row {
  const [near, far, wire] = [join(top, 'near'), join(top, 'far'), join(top, 'wire')];
  const [app, work] = [join(near, 'app'), join(far, 'work')];
  for (const folder of [app, work, join(top, 'bin')]) mkdirSync(folder, { recursive: true });
  const ssh = join(top, 'bin/ssh');
  writeFileSync(
    ssh,
    `#!/bin/sh\ntee "${wire}" | HOME="${far}" exec "${process.execPath}" "${ctx}" acp --accept-teleports "${work}" --trust-teleports\n`,
  );
  chmodSync(ssh, 0o755);
  run('git', ['init', '-q'], app);
  for (let i = 0; i < files; i++) writeFileSync(join(app, `f${i}`), randomBytes(fileBytes));
  commit(app);
  run('git', ['clone', '-q', app, 'app'], work);
  writeFileSync(join(app, 'added'), randomBytes(committed));
  commit(app);
  writeFileSync(join(app, 'f0'), randomBytes(uncommitted));
  const env = { HOME: near, PATH: `${join(top, 'bin')}:${process.env['PATH']}` };
  const model = ['--model', 'script:echo', '--session-id', 's', '--no-stdin'];
  run(process.execPath, [ctx, 'run', 'Say it.', ...model], app, env);
  run(process.execPath, [ctx, 'teleport-mode', 'me@far', 's', '--stay'], app, env);
  const missing = committed + uncommitted + statSync(join(app, '.context/sessions/s.jsonl')).size;
  const ratio = statSync(wire).size / missing;
  const limit = 1.5;
  return {
    name: '104 MB in 401 files, 1.2 MB of them missing there',
    measured: `${statSync(wire).size} bytes, ${ratio.toFixed(2)} × what is missing (base64 alone: 1.33)`,
    limit: `≤ ${limit}`,
    holds: ratio <= limit,
  };
}

function commit(app: string): void {
  run('git', ['add', '.'], app);
  run('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', 'more'], app);
}

function run(program: string, words: readonly string[], cwd: string, env: Record<string, string> = {}): void {
  const { status, stderr } = spawnSync(program, words, { cwd, env: benchEnvironment(env), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr}`);
}
