// One item that two branches changed: field by field, so that a box checked here and a title mended there are both kept.

import { linesWithEnds } from '../../text/lines.js';
import { threeWay } from '../../text/three-way.js';
import type { LedgerItem } from './item.js';
import { type Mark, markText } from './mark.js';

/** The item's new text, with plain line ends; nothing where both branches say different things in the same place. */
export function mergeItem(
  base: LedgerItem | undefined,
  ours: LedgerItem,
  theirs: LedgerItem,
): string | undefined {
  const title = chosen(base?.title, ours.title, theirs.title);
  const body = mergedBody(base?.bodyText ?? '', ours.bodyText, theirs.bodyText);
  if (title === undefined || body === undefined) return undefined;
  const isDone =
    base === undefined ? ours.done || theirs.done : ours.done !== base.done ? ours.done : theirs.done;
  const mark = mergedMark(base?.mark, ours.mark, theirs.mark, isDone);
  const opening = (theirs.done === isDone && ours.done !== isDone ? theirs : ours).opening;
  return `${[`${opening}${title}`, ...(mark === undefined ? [] : [markText(mark)])].join(' ')}\n${body}`;
}

function mergedMark(
  base: Mark | undefined,
  ours: Mark | undefined,
  theirs: Mark | undefined,
  isDone: boolean,
) {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  const doneAt = isDone ? earliest(ours.doneAt, theirs.doneAt) : undefined;
  const id = chosen(base?.id, ours.id, theirs.id) ?? Math.min(ours.id, theirs.id);
  return {
    ...ours,
    uid: ours.uid ?? theirs.uid,
    id,
    doneAt,
    tags: mergedTags(base?.tags ?? [], ours.tags, theirs.tags),
  };
}

function mergedTags(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const all = [...new Set([...ours, ...theirs])];
  return all.filter((tag) => !base.includes(tag) || (ours.includes(tag) && theirs.includes(tag)));
}

/** What one of two says instead of the base, or both alike. */
function chosen<T>(base: T | undefined, ours: T, theirs: T): T | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}

function mergedBody(base: string, ours: string, theirs: string): string | undefined {
  const whole = chosen(base, ours, theirs);
  if (whole !== undefined) return whole;
  const [was, mine, yours] = [linesWithEnds(base), linesWithEnds(ours), linesWithEnds(theirs)];
  const merged = threeWay(was, mine, yours, (line) => line).map((stretch) => {
    if (stretch.kind === 'shared') return stretch.ours;
    return chosen(stretch.base.join(''), stretch.ours.join(''), stretch.theirs.join(''));
  });
  return merged.includes(undefined) ? undefined : merged.join('');
}

function earliest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
