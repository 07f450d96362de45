// What a call would change in a file, as a diff, for the person who is asked about it.

import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { isSystemError } from '../../protocol/failure.js';
import { lineDiff } from '../../text/line-diff.js';
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

/** In the form that git shows. */
export function diffText(path: string, before: string, after: string): string {
  const { hunks } = lineDiff(before, after);
  const lines = hunks.flatMap(({ old, fresh, lines: changed }) => [
    `@@ -${old} +${fresh} @@`,
    ...changed.map(({ sign, text }) => `${sign}${text}`),
  ]);
  return [`--- ${before === '' ? 'nothing' : path}`, `+++ ${path}`, ...lines, ''].join('\n');
}
