// What writing the transcript of a large session takes of memory.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../packages/ctx/src/disk/atomic.js';
import { readSession } from '../../packages/ctx/src/session/reader.js';
import { newOutliner } from '../../packages/ctx/src/session/transcript.js';
import { markdownForm } from '../../packages/ctx/src/session/transcript-markdown.js';
import { writeTranscript } from '../../packages/ctx/src/session/write-transcript.js';
import { maxRssMb } from '../figures.js';
import { writeLargeSession } from '../large-session.js';
import { inFolder } from '../place.js';

const megabytes = await inFolder((folder) => {
  const path = join(folder, 's.jsonl');
  writeLargeSession(path, Number(process.argv[2]), Number(process.argv[3]));
  const outliner = newOutliner();
  const { records } = readSession(path, outliner.take);
  const outlined = { outline: outliner.transcript(), subagents: outliner.subagents, records };
  writeAtomically(join(folder, 's.md'), (write) =>
    writeTranscript(outlined, (each) => void readSession(path, each), markdownForm(write)),
  );
  return statSync(path).size / 1e6;
});
console.log(JSON.stringify({ megabytes, maxRssMb: maxRssMb() }));
