// What evidence costs: verifying, replaying and hashing, each next to a program or a parser that does less.

import { atLeast, limited, type Row } from './measure.js';
import { ctx } from './place.js';
import type { Suite } from './run.js';
import { drive } from './run-driver.js';

const suite: Suite = {
  title: 'Evidence',
  async run() {
    const verify = await drive<'ratio' | 'maxRssMb'>('verify-session');
    const together = await drive<'growth'>('calls-of-one-answer', [], 1);
    const gigabyte = await drive<'maxRssMb' | 'megabytes'>('verify-session', ['45000', '21000', '1'], 1);
    const report = await drive<'seconds' | 'maxRssMb'>('report-session');
    const replay = await drive<'cpuMsPerTurn'>('replay-session');
    const tree = await drive<'ratio'>('tree-hash');
    const signing = await drive<'closeMs' | 'ratio'>('sign-session', [ctx], 1);
    return [
      atLeast('verify to sha256sum, over the same bytes', verify('ratio'), 0.4, '×'),
      limited('verify of 32,000 calls in one answer, to 8,000', together('growth'), 6, '×'),
      limited('verify: memory', verify('maxRssMb'), 200, 'MB'),
      limited(`verify of ${Math.round(gigabyte('megabytes'))} MB: memory`, gigabyte('maxRssMb'), 300, 'MB'),
      limited('report of 10,000 records', report('seconds'), 3, 's'),
      limited('report of 10,000 records: memory', report('maxRssMb'), 300, 'MB'),
      ...(await largeSessions()),
      ...(await exports()),
      limited('replay of 10,000 turns, beyond parsing', replay('cpuMsPerTurn'), 0.2, 'ms of CPU a turn'),
      atLeast('contract hash of 1 GB to sha256sum', tree('ratio'), 0.7, '×'),
      limited('signing, at the close of a session', signing('closeMs'), 15, 'ms'),
      limited('verify with a signature to verify without', signing('ratio'), 1.05, '×'),
    ];
  },
};

export default suite;

/** The same memory for twice as much. */
async function largeSessions(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const calls of ['45000', '90000']) {
    const words = [calls, '21000'];
    const load = await drive<'maxRssMb' | 'megabytes'>('load-session', words, 1);
    const report = await drive<'maxRssMb'>('report-session', words, 1);
    const flush = await drive<'maxRssMb'>('flush-transcript', words, 1);
    const size = `${Math.round(load('megabytes'))} MB`;
    rows.push(
      limited(`report of ${size}: memory`, report('maxRssMb'), 300, 'MB'),
      limited(`load-session of ${size}: memory`, load('maxRssMb'), 300, 'MB'),
      limited(`flush-transcript of ${size}: memory`, flush('maxRssMb'), 300, 'MB'),
    );
  }
  return rows;
}

/** In every format the same memory for twice as much. */
async function exports(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const format of ['otlp', 'atif']) {
    const once = await drive<'rate' | 'maxRssMb' | 'megabytes'>('export-session', [format, '9000', '21000']);
    const twice = await drive<'maxRssMb' | 'megabytes'>('export-session', [format, '18000', '21000'], 1);
    const size = (megabytes: number) => `${Math.round(megabytes)} MB`;
    rows.push(
      atLeast(`export --format ${format} of ${size(once('megabytes'))}`, once('rate'), 40, 'MB/s'),
      limited(`export --format ${format} of ${size(once('megabytes'))}: memory`, once('maxRssMb'), 200, 'MB'),
      limited(
        `export --format ${format} of ${size(twice('megabytes'))}: memory`,
        twice('maxRssMb'),
        200,
        'MB',
      ),
    );
  }
  const comment = await drive<'seconds'>('export-session', ['markdown', '2500', '1500']);
  rows.push(limited('export --format markdown of 10,000 records', comment('seconds'), 1, 's'));
  return rows;
}
