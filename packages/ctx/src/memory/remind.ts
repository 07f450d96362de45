// Making and dismissing reminders, under their lock.

import { writeAtomically } from '../disk/atomic.js';
import { fail } from '../protocol/codes.js';
import { type Context, contextPath } from './context.js';
import { withLock } from './lock.js';
import { type Reminder, type Reminders, readReminders, remindersName, reminderUid } from './reminders.js';
import { freeShortId } from './short-id.js';

export function addReminder(context: Context, text: string, now: number, due: number): Promise<Reminder> {
  return changeReminders(context, (before) => {
    const [created_at, due_at] = [new Date(now).toISOString(), new Date(due).toISOString()];
    const taken = new Set(before.reminders.map(reminderUid));
    const uid = freeShortId(JSON.stringify([created_at, due_at, text]), (id) => taken.has(id));
    const reminder: Reminder = { id: before.next, uid, text, created_at, due_at };
    const after = { ...before, next: before.next + 1, reminders: [...before.reminders, reminder] };
    return { after, result: reminder };
  });
}

/** Without ids, all of them. */
export function dismissReminders(context: Context, words: readonly string[] | 'all'): Promise<Reminder[]> {
  return changeReminders(context, (before) => {
    const gone = new Set(words === 'all' ? before.reminders : words.map((word) => find(before, word)));
    const reminders = before.reminders.filter((reminder) => !gone.has(reminder));
    return { after: { ...before, reminders }, result: [...gone] };
  });
}

function find({ reminders }: Reminders, word: string): Reminder {
  const number = /^\d{1,15}$/.test(word) ? Number(word) : undefined;
  const named = reminders.filter((reminder) =>
    number === undefined ? reminderUid(reminder).startsWith(word) : reminder.id === number,
  );
  const exact = named.filter((reminder) => reminderUid(reminder) === word);
  const meant = word !== '' && exact.length === 0 ? named : exact;
  const [found, ...others] = meant;
  if (found === undefined) throw fail('reminder_unknown', { operation: 'find', target: word });
  if (others.length === 0) return found;
  const known = meant.map(
    (reminder) => `${reminderUid(reminder)} (${reminder.text.split('\n', 1)[0]?.slice(0, 40)})`,
  );
  throw fail('item_ambiguous', { operation: 'find', target: word, what: 'reminder', known });
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
