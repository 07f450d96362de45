// Which of some paths a path is, or is in, as every file system would have it.

import { isPlainAscii } from '../protocol/foreign-text.js';

/** The first of these paths that the path is, or is in, wherever it lies. `*` before a dot is any name with that ending. */
export function entryFor(path: string, entries: readonly string[]): string | undefined {
  const parts = path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map(folded);
  return entries.find((entry) => holds(parts, entry.split('/')));
}

function holds(parts: readonly string[], wanted: readonly string[]): boolean {
  return parts.some((_, start) => wanted.every((part, i) => isCalled(parts[start + i], part)));
}

function isCalled(part: string | undefined, wanted: string): boolean {
  return part === wanted || (wanted.startsWith('*.') && part?.endsWith(wanted.slice(1)) === true);
}

/**
 * As the file systems compare names that tell fewer of them apart: by letter case, by composed characters, without
 * characters that do not show, without dots and blanks at the end, by the short names of Windows.
 */
function folded(part: string): string {
  const shown = isPlainAscii(part) ? part : part.normalize('NFKC').replace(unseen, '');
  let plain = (shown.split(':', 1)[0] ?? '').toLowerCase();
  while (plain.endsWith('.') || plain.endsWith(' ')) plain = plain.slice(0, -1);
  return plain.startsWith('git~') && /^\d+$/.test(plain.slice(4)) ? '.git' : plain || part;
}

const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
