// What the sandbox costs: a call of `bash` in it, against a plain one in the same run.

import type { Row } from './measure.js';
import type { Suite } from './run.js';
import { drive } from './run-driver.js';

const suite: Suite = {
  title: 'Sandbox',
  async run() {
    const figure = await drive<'plain' | 'confined' | 'listed'>('sandboxed-calls', [], 1);
    const plain = figure('plain');
    return [
      row('a sandboxed bash call, no network', figure('confined') - plain, plain, 12),
      row('a sandboxed bash call, some hosts', figure('listed') - plain, plain, 50),
    ];
  },
};

export default suite;

function row(name: string, more: number, plain: number, limit: number): Row {
  const measured = `${more.toFixed(1)} ms more than a plain one (${plain.toFixed(1)} ms)`;
  return { name, measured, limit: `≤ ${limit} ms more`, holds: more <= limit };
}
