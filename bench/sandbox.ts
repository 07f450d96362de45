// What the sandbox costs: a call of `bash` in it, against a plain one in the same run.

import { spawnSync } from 'node:child_process';
import { bundled } from './bundle.js';
import { benchEnvironment, type Row } from './measure.js';
import type { Suite } from './run.js';

const suite: Suite = {
  title: 'Sandbox',
  async run() {
    const driver = await bundled('sandboxed-calls');
    const { stdout, stderr } = spawnSync(process.execPath, [driver], {
      env: benchEnvironment(),
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    const { plain, confined, listed } = JSON.parse(stdout);
    return [
      row('a sandboxed bash call, no network', confined - plain, plain, 12),
      row('a sandboxed bash call, some hosts', listed - plain, plain, 50),
    ];
  },
};

export default suite;

function row(name: string, more: number, plain: number, limit: number): Row {
  const measured = `${more.toFixed(1)} ms more than a plain one (${plain.toFixed(1)} ms)`;
  return { name, measured, limit: `≤ ${limit} ms more`, holds: more <= limit };
}
