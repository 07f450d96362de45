// ROADMAP.md: the surfaces that demand promotes, one check box each below `## Promotions`. Nothing else of it is touched.

import { join } from 'node:path';
import { isThere, readText, writeAtomically } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import type { Signal } from './demand-log.js';
import { type NumberedLine, sectionBelow, withLineAfter, withoutLine } from './log-lines.js';

export const roadmapPath = 'ROADMAP.md';

export interface Promotion {
  readonly surface: string;
  readonly line: string;
  /** False where ROADMAP.md has no place for it: then the line is to be added by hand. */
  readonly on_roadmap: boolean;
}

function promotionLine(surface: string, signals: readonly Signal[]): string {
  const sources = signals.map(({ source }) => source).join(', ');
  return `- [ ] Promote \`${surface}\` to JSON: ${signals.length} signals (${sources})`;
}

export interface PlannedPromotion {
  readonly promotion: Promotion;
  /** Puts it on the roadmap, unless it is there. */
  write(): void;
}

/** Reads the roadmap, so that whatever is wrong with it is said before anything is written. */
export function planPromotion(root: string, surface: string, signals: readonly Signal[]): PlannedPromotion {
  const line = promotionLine(surface, signals);
  const nothing = () => {};
  const text = roadmapOf(root);
  const place = text === undefined ? undefined : placeOf(text);
  if (text === undefined || place === undefined)
    return { promotion: { surface, line, on_roadmap: false }, write: nothing };
  const there = lineFor(text, surface);
  if (there !== undefined)
    return { promotion: { surface, line: there.text, on_roadmap: true }, write: nothing };
  return {
    promotion: { surface, line, on_roadmap: true },
    write: () => writeAtomically(join(root, roadmapPath), withLineAfter(text, place, line)),
  };
}

/** Ticks the box of a surface that was promoted; says whether there was one to tick. */
export function tickPromotion(root: string, surface: string): boolean {
  return changeOpenBox(root, surface, (text, { offset }) => {
    const box = offset + '- ['.length;
    return `${text.slice(0, box)}x${text.slice(box + 1)}`;
  });
}

/** Takes the box of a surface off that nobody wants promoted any more; says whether there was one. */
export function takeOffPromotion(root: string, surface: string): boolean {
  return changeOpenBox(root, surface, withoutLine);
}

function changeOpenBox(
  root: string,
  surface: string,
  change: (text: string, line: NumberedLine) => string,
): boolean {
  const text = roadmapOf(root);
  const line = text === undefined ? undefined : lineFor(text, surface);
  if (text === undefined || line === undefined || !line.text.startsWith('- [ ]')) return false;
  writeAtomically(join(root, roadmapPath), change(text, line));
  return true;
}

function roadmapOf(root: string): string | undefined {
  const path = join(root, roadmapPath);
  return isThere(path) ? readText(path) : undefined;
}

function section(text: string) {
  return sectionBelow(text, 'Promotions', (line, problem) =>
    fail('roadmap_malformed', { operation: 'parse', target: roadmapPath, line, problem }),
  );
}

/** The last line of the section that holds something, or its heading. */
function placeOf(text: string): NumberedLine | undefined {
  const found = section(text);
  return found?.lines.slice(found.start - 1, found.end).findLast((line) => line.text.trim() !== '');
}

function lineFor(text: string, surface: string): NumberedLine | undefined {
  const found = section(text);
  const wanted = new RegExp(`^- \\[[ x]\\] Promote \`${surface}\` `);
  return found?.lines.slice(found.start, found.end).find((line) => wanted.test(line.text));
}
