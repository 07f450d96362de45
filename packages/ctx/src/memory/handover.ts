// Handovers: what one session leaves for the next, a Markdown file each, newest last by name.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';
import { type Context, contextPath } from './context.js';
import { createOnce } from './create-once.js';
import { ensureFolder } from './ensure-folder.js';

export interface HandoverText {
  readonly text: string | undefined;
  readonly done: readonly string[];
  readonly next: readonly string[];
  readonly blocked: readonly string[];
  readonly branch: string | undefined;
}

export const handoversName = 'handovers';

export function writeHandover(context: Context, handover: HandoverText, now: number): string {
  const folder = contextPath(context, handoversName);
  ensureFolder(folder);
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '');
  for (let number = 1; ; number++) {
    const path = contextPath(context, handoversName, `${stamp}${number === 1 ? '' : `-${number}`}.md`);
    if (createOnce(path, markdownOf(handover, now))) return path;
  }
}

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

function markdownOf({ text, done, next, blocked, branch }: HandoverText, now: number): string {
  const when = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const parts = [`# Handover, ${when} UTC`];
  if (branch !== undefined) parts.push(`Branch: ${branch}`);
  if (text !== undefined) parts.push(text);
  for (const [title, items] of [
    ['Done', done],
    ['Next', next],
    ['Blocked', blocked],
  ] as const) {
    if (items.length > 0) parts.push(`## ${title}\n\n${items.map(listItem).join('\n')}`);
  }
  return `${parts.join('\n\n')}\n`;
}

function listItem(text: string): string {
  return `- ${text.split(/\r?\n/).join('\n  ')}`;
}
