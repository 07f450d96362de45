// What the commands of reminders answer with.

import * as t from 'typebox';
import { type Reminder, reminderUid } from '../../memory/reminders.js';
import { closed } from '../../protocol/closed.js';

export const reminderSchema = t.Object(
  {
    id: t.Integer(),
    /** What stays with it, whatever number it has. `ctx remind dismiss` takes it, and its beginning. */
    uid: t.String(),
    text: t.String(),
    created_at: t.String(),
    due_at: t.String(),
    due: t.Boolean(),
  },
  closed,
);

export function reminderAnswer(reminder: Reminder, now: number) {
  const { id, text, created_at, due_at } = reminder;
  return { id, uid: reminderUid(reminder), text, created_at, due_at, due: Date.parse(due_at) <= now };
}

/** In the time of this machine. */
export function whenDue({ due, due_at }: { readonly due: boolean; readonly due_at: string }): string {
  if (due) return 'due';
  const at = new Date(due_at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const midnight = at.getHours() + at.getMinutes() === 0;
  return midnight ? `due ${day}` : `due ${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
