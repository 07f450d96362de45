// The handovers that there are: a Markdown file each, named by its time.

import { join } from 'node:path';
import { namesIn } from '../disk/names-in.js';
import { type Context, contextPath } from './context.js';

export const handoversName = 'handovers';

/** Paths, newest first. */
export function handovers(context: Context): string[] {
  const folder = contextPath(context, handoversName);
  const names = namesIn(folder).filter((name) => /^\d{8}T\d{9}Z(-\d+)?\.md$/.test(name));
  return names.sort((a, b) => (a < b ? 1 : -1)).map((name) => join(folder, name));
}

/** When a handover was written, from its name. */
export function handoverTime(path: string): number | undefined {
  const [, y, mo, d, h, mi, s, ms] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(path) ?? [];
  const time = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
  return Number.isNaN(time) ? undefined : time;
}
