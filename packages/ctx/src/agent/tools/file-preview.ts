// What a call would change in a file, as a diff, for the person who is asked about it.

import { closeSync, fstatSync, readFileSync, realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { whereItLeads } from '../../disk/where-it-leads.js';
import { isSystemError } from '../../protocol/failure.js';
import { type DiffLine, lineDiff } from '../../text/line-diff.js';
import type { CallOptions } from '../ports.js';
import { openInside } from './workspace.js';

/** Of a larger file nobody reads a diff at a prompt. */
const largestFile = 1024 * 1024;

/** Nothing where the file cannot be read as text, or may not be: the call itself will say why. */
export function fileNow(root: string, path: string, judge: CallOptions['judge']): string | undefined {
  let descriptor: number;
  try {
    descriptor = openInside({ root, judge }, path);
  } catch (error) {
    return isSystemError(error, 'ENOENT') ? '' : undefined;
  }
  try {
    const file = fstatSync(descriptor);
    if (!file.isFile() || file.size > largestFile) return undefined;
    const text = readFileSync(descriptor, 'utf8');
    return text.includes('\0') ? undefined : text;
  } finally {
    closeSync(descriptor);
  }
}

/** The path, and where it really is where links lead elsewhere: that is the file that would change. */
export function wayOf(root: string, path: string): string {
  const realRoot = realpathSync(root);
  const whole = resolve(realRoot, path);
  const [real = whole] = whereItLeads('/', whole);
  return real === whole ? path : `${path} -> ${relative(realRoot, real)}`;
}

/** In the form that git shows. */
export function diffText(path: string, before: string, after: string): string {
  const { hunks } = lineDiff(before, after);
  const lines = hunks.flatMap(({ old, fresh, lines: changed }) => [
    `@@ -${span(old, changed, '+')} +${span(fresh, changed, '-')} @@`,
    ...changed.map(({ sign, text }) => `${sign}${text}`),
  ]);
  return [`--- ${before === '' ? 'nothing' : path}`, `+++ ${path}`, ...lines, ''].join('\n');
}

/** Where a hunk begins and how many lines it has there; of none, the line before it. */
function span(start: number, lines: readonly DiffLine[], elsewhere: DiffLine['sign']): string {
  const count = lines.filter(({ sign }) => sign !== elsewhere).length;
  if (count === 1) return String(start);
  return `${count === 0 ? start - 1 : start},${count}`;
}
