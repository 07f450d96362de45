// What load-session reads of a large session: how much memory that takes.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSession } from '../../packages/ctx/src/session/reader.js';
import { factsFold } from '../../packages/ctx/src/session/session-facts.js';
import { writeLargeSession } from '../large-session.js';

const folder = mkdtempSync(join(tmpdir(), 'ctx-load-'));
const path = join(folder, 's.jsonl');
writeLargeSession(path, Number(process.argv[2]), Number(process.argv[3]));
const { take } = factsFold();
readSession(path, take);
const megabytes = statSync(path).size / 1e6;
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ megabytes, maxRssMb: process.resourceUsage().maxRSS / 1024 }));
