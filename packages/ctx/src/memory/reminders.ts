// Reminders: a small JSON file of this machine's user. Keys that we do not know survive a change.

import { statSync } from 'node:fs';
import { projectTextIfThere } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { isMembers } from '../protocol/members.js';
import { type Context, contextName, contextPath } from './context.js';
import { conflictedFile, malformedFile } from './malformed-file.js';
import { isShortId, shortId } from './short-id.js';

export interface Reminder {
  readonly id: number;
  readonly text: string;
  readonly created_at: string;
  /** When it is due, ISO 8601. */
  readonly due_at: string;
  /** What it is known by, whatever number it has; missing in older files. */
  readonly uid?: unknown;
  readonly [other: string]: unknown;
}

export interface Reminders {
  /** The id that the next one gets. */
  readonly next: number;
  readonly reminders: readonly Reminder[];
  readonly [other: string]: unknown;
}

export const remindersName = 'reminders.json';

/** In bytes; a file that is not there has none. */
export function remindersSize(context: Context): number {
  return entryAt(contextPath(context, remindersName))?.size ?? 0;
}

/** A file that is not there holds none. */
export function readReminders(context: Context): Reminders {
  const text = remindersText(context);
  return text === undefined
    ? { next: 1, reminders: [] }
    : parseReminders(text, `${contextName}/${remindersName}`);
}

/** Nothing where there is no file. */
export function remindersText(context: Context): string | undefined {
  const path = contextPath(context, remindersName);
  // Every prompt asks, and an error for a file that is not there takes longer than looking first.
  return entryAt(path) === undefined ? undefined : projectTextIfThere(context.root, path);
}

function entryAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw readFailure(error, path);
  }
}

/** Of an older reminder it follows from its number and time. */
export function reminderUid({ uid, id, created_at }: Reminder): string {
  return typeof uid === 'string' && isShortId(uid) ? uid : shortId(`${id} ${created_at}`);
}

/** Those that are due first, each group in the order in which they are or were due. */
export function byDue(reminders: readonly Reminder[]): Reminder[] {
  return reminders.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at) || a.id - b.id);
}

export function isDue({ due_at }: Reminder, now: number): boolean {
  return Date.parse(due_at) <= now;
}

export function parseReminders(text: string, shown: string): Reminders {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const marked = /^<{7} /m.exec(text);
    if (marked !== null) throw conflictedFile(shown, text.slice(0, marked.index).split('\n').length);
    throw malformedFile(shown, lineOf(text, error), 'is not valid JSON');
  }
  if (!isMembers(value) || !Array.isArray(value['reminders'])) {
    throw malformedFile(shown, 1, 'should begin an object with a list `reminders`');
  }
  const { next } = value;
  const reminders: Reminder[] = [];
  for (const [i, item] of value['reminders'].entries()) {
    if (!isReminder(item))
      throw malformedFile(
        shown,
        1,
        `and on: reminder ${i + 1} of the list lacks id, text, created_at or due_at`,
      );
    reminders.push(item);
  }
  const highest = reminders.reduce((most, { id }) => Math.max(most, id), 0);
  const mark = typeof next === 'number' && Number.isSafeInteger(next) ? next : 1;
  return { ...value, next: Math.max(mark, highest + 1), reminders };
}

function isReminder(value: unknown): value is Reminder {
  if (!isMembers(value)) return false;
  const { id, text, created_at, due_at } = value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || typeof text !== 'string') return false;
  return isTime(created_at) && isTime(due_at);
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Node names the position in newer versions only. */
function lineOf(text: string, error: unknown): number {
  const position = /position (\d+)/.exec(String(error))?.[1];
  return position === undefined ? 1 : text.slice(0, Number(position)).split('\n').length;
}
