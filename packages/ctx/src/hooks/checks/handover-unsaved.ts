// A session that changed files and has not left a note for the next one.

import { handovers, handoverTime } from '../../memory/handovers.js';
import { counted } from '../../text/counted.js';
import { check } from '../check.js';

export const handoverUnsaved = check({
  name: 'handover-unsaved',
  on: 'stop',
  throttle: 'session',
  mayBlock: true,
  words: {
    message: 'no handover was written in this session, which changed {files}: ctx handover write',
  },
  look({ event, context, notes }) {
    if (event.again || notes.since === undefined || notes.touched.size === 0) return undefined;
    const [newest] = handovers(context);
    const written = newest === undefined ? undefined : handoverTime(newest);
    if (written !== undefined && written >= notes.since) return undefined;
    return { facts: { touched: notes.touched.size, files: counted(notes.touched.size, 'file') } };
  },
});
