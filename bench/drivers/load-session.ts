// What load-session reads of a large session: how much memory that takes.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readSession } from '../../packages/ctx/src/session/reader.js';
import { factsFold } from '../../packages/ctx/src/session/session-facts.js';
import { maxRssMb } from '../figures.js';
import { writeLargeSession } from '../large-session.js';
import { inFolder } from '../place.js';

const megabytes = await inFolder((folder) => {
  const path = join(folder, 's.jsonl');
  writeLargeSession(path, Number(process.argv[2]), Number(process.argv[3]));
  readSession(path, factsFold().take);
  return statSync(path).size / 1e6;
});
console.log(JSON.stringify({ megabytes, maxRssMb: maxRssMb() }));
