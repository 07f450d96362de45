// The handovers that there are: a Markdown file each, named by its time.

import { join } from 'node:path';
import { namesIn } from '../disk/names-in.js';
import { compareTexts } from '../text/order.js';
import { timeIn } from '../time/time-in.js';
import { type Context, contextPath } from './context.js';

export const handoversName = 'handovers';

/** Paths, newest first. */
export function handovers(context: Context): string[] {
  const folder = contextPath(context, handoversName);
  const found = namesIn(folder).flatMap((name) => {
    const [whole, time = '', number = '1'] = /^(\d{8}T\d{9}Z)(?:-(\d+))?\.md$/.exec(name) ?? [];
    return whole === undefined ? [] : [{ name, time, number: Number(number) }];
  });
  const byAge = found.sort((a, b) => compareTexts(b.time, a.time) || b.number - a.number);
  return byAge.map(({ name }) => join(folder, name));
}

/** When a handover was written, from its name. */
export function handoverTime(path: string): number | undefined {
  const [, y, mo, d, h, mi, s, ms] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(path) ?? [];
  return timeIn(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
}
