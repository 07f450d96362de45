// Notes on stderr beside somebody else's protocol on stdout: for people who look into an editor's log. They wait for nobody, and a
// peer cannot fill a disk with them.

import { writeSync } from 'node:fs';
import { type NeverWaits, neverWaits } from './never-waits.js';
import { neutral } from './terminal.js';

const mostNotes = 200;
const longestNote = 500;

export function sideNotes(program: string, descriptor = 2): (note: string) => void {
  let own: NeverWaits | undefined;
  let told = 0;
  return (note) => {
    told += 1;
    if (told > mostNotes) return;
    own ??= neverWaits(descriptor);
    const text = told === mostNotes ? 'no more notes are shown' : note.slice(0, longestNote);
    try {
      writeSync(own?.descriptor ?? descriptor, `${program}: ${neutral(text).replaceAll('\n', ' ')}\n`);
    } catch {
      // Nobody reads it.
    }
  };
}
