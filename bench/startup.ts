// What a user waits for before anything happens, and what the package weighs.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import manifest from '../packages/ctx/package.json' with { type: 'json' };
import { type Case, processRatios, type Row, timesNode } from './measure.js';
import { ctx } from './place.js';
import type { Suite } from './run.js';

const cases: readonly Case[] = [
  { name: 'ctx --version', argv: [ctx, '--version'], limit: 1.15 },
  { name: 'ctx sysinfo --output-format json', argv: [ctx, 'sysinfo', '--output-format', 'json'], limit: 1.4 },
  { name: 'ctx help', argv: [ctx, 'help'], limit: 1.3 },
  { name: 'an unknown command', argv: [ctx, 'sysinfi'], exitCode: 1, limit: 1.3 },
];

const suite: Suite = {
  title: 'Start-up (whole processes, NODE_EXTRA_CA_CERTS unset on both sides)',
  async run() {
    return [...processRatios(cases, 41), promptRow(), ...packageRows()];
  },
};

export default suite;

/** Wall time on a pseudo terminal: a prompt appears, and nothing ends. */
function promptRow(): Row {
  const driver = join(import.meta.dirname, 'drivers/first-prompt.py');
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stdout, stderr } = spawnSync('python3', [driver, process.execPath, ctx, '15'], {
    encoding: 'utf8',
    env: { ...env, TERM: 'xterm' },
  });
  const [prompt = Number.NaN, bare = Number.NaN] = stdout.split(' ').map(Number);
  const ratio = prompt / bare;
  if (!Number.isFinite(ratio)) throw new Error(stderr);
  return timesNode('ctx chat: the first prompt on the screen', ratio, bare, 2.5);
}

function packageRows(): Row[] {
  const packed = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: join(import.meta.dirname, '../packages/ctx'),
    encoding: 'utf8',
  });
  const [{ size, unpackedSize, entryCount }] = JSON.parse(packed.stdout);
  const dependencies = 'dependencies' in manifest ? Object.keys(manifest.dependencies ?? {}).length : 0;
  return [
    {
      name: 'the published package',
      measured: `${Math.round(size / 1024)} KiB packed, ${Math.round(unpackedSize / 1024)} KiB unpacked, ${entryCount} files`,
      limit: 'for information',
      holds: true,
    },
    { name: 'its dependencies', measured: `${dependencies}`, limit: '≤ 10', holds: dependencies <= 10 },
  ];
}
