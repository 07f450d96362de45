// The memory, when a session has gone on for long and nothing of it was written down.

import { statSync } from 'node:fs';
import { contextPath } from '../../memory/context.js';
import { handoversName } from '../../memory/handovers.js';
import { ledgerKinds, ledgers } from '../../memory/ledger/kinds.js';
import { counted } from '../../text/counted.js';
import { check } from '../check.js';

const longMinutes = 90;

export const memoryStale = check({
  name: 'memory-stale',
  on: 'prompt',
  throttle: longMinutes,
  words: {
    context:
      'Nothing was written to the memory for {minutes} minutes of this session, in which {files} changed. What was decided or learned in it can be kept: ctx decision add, ctx learning add, ctx task add.',
  },
  look({ context, notes, now }) {
    if (notes.since === undefined || notes.touched.size === 0) return undefined;
    const names = [...ledgerKinds.map((kind) => ledgers[kind].file), handoversName];
    const written = names.map(
      (name) => statSync(contextPath(context, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    const minutes = Math.floor((now - Math.max(notes.since, ...written)) / 60_000);
    if (minutes < longMinutes) return undefined;
    const touched = notes.touched.size;
    return { facts: { minutes, touched, files: counted(touched, 'file') } };
  },
});
