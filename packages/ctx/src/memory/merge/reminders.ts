// Reminders of two branches: what either added stays, what either dismissed goes.

import { isDeepStrictEqual } from 'node:util';
import { parseReminders, type Reminder, reminderUid } from '../reminders.js';

export function mergeReminders(
  texts: { readonly base: string; readonly ours: string; readonly theirs: string },
  shown: string,
): string {
  const read = (text: string) =>
    text.trim() === '' ? { next: 1, reminders: [] } : parseReminders(text, shown);
  const [base, ours, theirs] = [read(texts.base), read(texts.ours), read(texts.theirs)];
  const [before, mine, yours] = [byUid(base.reminders), byUid(ours.reminders), byUid(theirs.reminders)];
  const kept = [...new Set([...mine.keys(), ...yours.keys()])].flatMap((uid) => {
    const [was, own, other] = [before.get(uid), mine.get(uid), yours.get(uid)];
    if (own !== undefined && other !== undefined) return [isDeepStrictEqual(own, was) ? other : own];
    const only = own ?? other;
    return only === undefined || isDeepStrictEqual(only, was) ? [] : [only];
  });
  const next = Math.max(ours.next, theirs.next);
  return `${JSON.stringify({ ...theirs, ...ours, next, reminders: kept }, null, 2)}\n`;
}

function byUid(reminders: readonly Reminder[]): Map<string, Reminder> {
  return new Map(reminders.map((reminder) => [reminderUid(reminder), reminder]));
}
