// A file that git left with marks of a conflict, taken apart into the versions that it was made of.

import { linesWithEnds } from '../../text/lines.js';

export interface Sides {
  /** Without anything of the places that are marked, unless git wrote down what they were before. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

type Side = 'all' | 'ours' | 'base' | 'theirs';

/** The line of the first mark, from 1; nothing where there is none. */
export function conflictLine(text: string): number | undefined {
  const found = /^(?:<{7}|>{7})(?: |\r?$)/m.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split('\n').length;
}

/** Nothing where the marks do not fit together. */
export function sidesOf(text: string): Sides | undefined {
  const sides = { base: '', ours: '', theirs: '' };
  let side: Side = 'all';
  for (const line of linesWithEnds(text)) {
    const next = sideAfter(side, line.trimEnd());
    if (next === undefined) return undefined;
    if (next !== side) {
      side = next;
      continue;
    }
    if (side === 'all' || side === 'base') sides.base += line;
    if (side === 'all' || side === 'ours') sides.ours += line;
    if (side === 'all' || side === 'theirs') sides.theirs += line;
  }
  return side === 'all' ? sides : undefined;
}

/** Which version the next line belongs to; the one before where this line is no mark, nothing where it must not stand here. */
function sideAfter(side: Side, line: string): Side | undefined {
  if (/^<{7}( |$)/.test(line)) return side === 'all' ? 'ours' : undefined;
  if (/^>{7}( |$)/.test(line)) return side === 'theirs' ? 'all' : undefined;
  if (side === 'ours' && /^\|{7}( |$)/.test(line)) return 'base';
  if (line === '=======') {
    if (side === 'all') return side;
    return side === 'theirs' ? undefined : 'theirs';
  }
  return side;
}
