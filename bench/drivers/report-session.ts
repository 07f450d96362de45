// The report of a large session: how long it takes, and how much memory.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOutputFolder } from '../../packages/ctx/src/evidence/output-folder.js';
import { pageLimits, reportFiles } from '../../packages/ctx/src/evidence/report/report-files.js';
import { readStory } from '../../packages/ctx/src/evidence/story/read-story.js';
import { writeLargeSession } from '../large-session.js';

const folder = mkdtempSync(join(tmpdir(), 'ctx-report-'));
const path = join(folder, 's.jsonl');
const calls = Number(process.argv[2] ?? 2_500);
const outputBytes = Number(process.argv[3] ?? 1_500);
writeLargeSession(path, calls, outputBytes);
const start = performance.now();
const story = readStory(path, pageLimits);
writeOutputFolder(join(folder, 'report'), reportFiles(story), false);
const seconds = (performance.now() - start) / 1000;
rmSync(folder, { recursive: true });
const maxRssMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ seconds, maxRssMb, records: story.records }));
