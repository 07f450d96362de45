// Exports of a large session: how fast they are made while the log is read, and how much memory that takes.
//
//   node export-session.js otlp|atif|markdown CALLS OUTPUT_BYTES

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeTraces } from '../../packages/ctx/src/evidence/export/write-traces.js';
import { commentOf } from '../../packages/ctx/src/evidence/summary/comment.js';
import { writeTrajectories } from '../../packages/ctx/src/evidence/trajectory/write-trajectories.js';
import { maxRssMb, timed } from '../figures.js';
import { writeLargeSession } from '../large-session.js';
import { inFolder } from '../place.js';

const [format = 'otlp', calls = '2500', outputBytes = '1500'] = process.argv.slice(2);
const { seconds, megabytes } = await inFolder((folder) => {
  const path = join(folder, 's.jsonl');
  writeLargeSession(path, Number(calls), Number(outputBytes));
  const out = join(folder, 'out');
  const milliseconds = timed(() => {
    if (format === 'markdown') commentOf(path, undefined, []);
    else if (format === 'atif') writeTrajectories({ path, only: undefined }, out, false);
    else writeTraces({ path, only: undefined, content: true }, out, false);
  });
  return { seconds: milliseconds / 1000, megabytes: statSync(path).size / 1e6 };
});
console.log(JSON.stringify({ seconds, megabytes, rate: megabytes / seconds, maxRssMb: maxRssMb() }));
