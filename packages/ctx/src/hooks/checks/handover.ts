// What the last session left for this one, whole where it is not too long.

import { basename } from 'node:path';
import { readProjectText } from '../../disk/read.js';
import { handovers } from '../../memory/handovers.js';
import { check } from '../check.js';
import { plain } from '../plain.js';

const longest = 3_000;

export const handover = check({
  name: 'handover',
  on: 'session-start',
  throttle: 'always',
  words: { context: 'The last session left this handover ({file}):\n\n{text}' },
  look({ event, context }) {
    // A session that goes on has it in its own past.
    if (event.source === 'resume') return undefined;
    const [newest] = handovers(context);
    if (newest === undefined) return undefined;
    const file = `.context/handovers/${basename(newest)}`;
    const text = plain(readProjectText(context.root, newest), '');
    const cut = text.length <= longest ? text : `${text.slice(0, longest)}\n… the rest is in ${file}`;
    return { facts: { file, text: cut } };
  },
});
