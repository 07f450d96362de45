// The report of a large session: how long it takes, and how much memory.

import { join } from 'node:path';
import { writeOutputFolder } from '../../packages/ctx/src/evidence/output-folder.js';
import { pageLimits, reportFiles } from '../../packages/ctx/src/evidence/report/report-files.js';
import { readStory } from '../../packages/ctx/src/evidence/story/read-story.js';
import { maxRssMb } from '../figures.js';
import { writeLargeSession } from '../large-session.js';
import { inFolder } from '../place.js';

const calls = Number(process.argv[2] ?? 2_500);
const outputBytes = Number(process.argv[3] ?? 1_500);
const { seconds, records } = await inFolder((folder) => {
  const path = join(folder, 's.jsonl');
  writeLargeSession(path, calls, outputBytes);
  const start = performance.now();
  const story = readStory(path, pageLimits);
  writeOutputFolder(join(folder, 'report'), reportFiles(story), false);
  return { seconds: (performance.now() - start) / 1000, records: story.records };
});
console.log(JSON.stringify({ seconds, maxRssMb: maxRssMb(), records }));
