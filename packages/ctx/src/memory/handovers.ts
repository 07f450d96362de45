// The handovers that there are: a Markdown file each, named by its time.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';
import { type Context, contextPath } from './context.js';

export const handoversName = 'handovers';

/** Paths, newest first. */
export function handovers(context: Context): string[] {
  const folder = contextPath(context, handoversName);
  try {
    const names = readdirSync(folder).filter((name) => /^\d{8}T\d{9}Z(-\d+)?\.md$/.test(name));
    return names.sort((a, b) => (a < b ? 1 : -1)).map((name) => join(folder, name));
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw readFailure(error, folder);
  }
}

/** When a handover was written, from its name. */
export function handoverTime(path: string): number | undefined {
  const [, y, mo, d, h, mi, s, ms] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(path) ?? [];
  const time = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
  return Number.isNaN(time) ? undefined : time;
}
