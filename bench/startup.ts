// What a user waits for before anything happens, and what the package weighs.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import manifest from '../packages/ctx/package.json' with { type: 'json' };
import { type Case, processRatios, type Row } from './measure.js';
import type { Suite } from './run.js';

const ctx = join(import.meta.dirname, '../packages/ctx/dist/ctx.cjs');

const cases: readonly Case[] = [
  { name: 'ctx --version', argv: [ctx, '--version'], limit: 1.15 },
  { name: 'ctx sysinfo --output-format json', argv: [ctx, 'sysinfo', '--output-format', 'json'], limit: 1.4 },
  { name: 'ctx help', argv: [ctx, 'help'], limit: 1.3 },
  { name: 'an unknown command', argv: [ctx, 'sysinfi'], exitCode: 1, limit: 1.3 },
];

const suite: Suite = {
  title: 'Start-up (whole processes, NODE_EXTRA_CA_CERTS unset on both sides)',
  async run() {
    return [...processRatios(cases, 41), ...packageRows()];
  },
};

export default suite;

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
