// Making and dismissing reminders, under their lock.

import { writeAtomically } from '../disk/atomic.js';
import { fail } from '../protocol/codes.js';
import { type Context, contextPath } from './context.js';
import { withLock } from './lock.js';
import { type Reminder, type Reminders, readReminders, remindersName } from './reminders.js';

export function addReminder(context: Context, text: string, now: number, due: number): Promise<Reminder> {
  return changeReminders(context, (before) => {
    const reminder: Reminder = {
      id: before.next,
      text,
      created_at: new Date(now).toISOString(),
      due_at: new Date(due).toISOString(),
    };
    const after = { ...before, next: before.next + 1, reminders: [...before.reminders, reminder] };
    return { after, result: reminder };
  });
}

/** Without ids, all of them. */
export function dismissReminders(context: Context, ids: readonly number[] | 'all'): Promise<Reminder[]> {
  return changeReminders(context, (before) => {
    const gone = new Set(ids === 'all' ? before.reminders : ids.map((id) => find(before, id)));
    const reminders = before.reminders.filter((reminder) => !gone.has(reminder));
    return { after: { ...before, reminders }, result: [...gone] };
  });
}

function find({ reminders }: Reminders, id: number): Reminder {
  const found = reminders.find((reminder) => reminder.id === id);
  if (found !== undefined) return found;
  const [near] = reminders.toSorted((a, b) => Math.abs(a.id - id) - Math.abs(b.id - id) || a.id - b.id);
  throw fail('reminder_unknown', { operation: 'find', target: String(id), nearest: near?.id });
}

function changeReminders<T>(
  context: Context,
  change: (before: Reminders) => { readonly after: Reminders; readonly result: T },
): Promise<T> {
  return withLock(context, remindersName, () => {
    const before = readReminders(context);
    const { after, result } = change(before);
    const same = after.reminders.length === before.reminders.length;
    if (!same)
      writeAtomically(contextPath(context, remindersName), `${JSON.stringify(after, null, 2)}\n`, 0o600);
    return result;
  });
}
