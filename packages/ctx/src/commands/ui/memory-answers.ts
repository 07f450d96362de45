// The memory of the project for the page, by the functions of its commands. The pad is a person's own, and is not here.

import type { Services } from '../../cli/command.js';
import type { MemoryAnswer } from '../../dashboard/api.js';
import { readPlainFile } from '../../disk/plain-file.js';
import { openContext } from '../../memory/context.js';
import { dueTime } from '../../memory/due.js';
import { checked } from '../../memory/given.js';
import { handovers, handoverTime } from '../../memory/handovers.js';
import { addItem, checkTasks } from '../../memory/ledger/change.js';
import { parseItem } from '../../memory/ledger/item-document.js';
import { type LedgerKind, ledgerKinds, ledgers } from '../../memory/ledger/kinds.js';
import { listLedger } from '../../memory/ledger/list.js';
import { tagsFrom } from '../../memory/pad/entries.js';
import { addReminder, dismissReminders } from '../../memory/remind.js';
import { byDue, readReminders } from '../../memory/reminders.js';
import { fail } from '../../protocol/codes.js';
import type { Members } from '../../protocol/members.js';
import { reminderAnswer } from '../remind/reminder-answer.js';
import { textIn } from './api-answer.js';

const mostHandovers = 50;
const longestHandover = 64 * 1024;
const longestText = 20_000;

export function memoryAnswer(services: Services): MemoryAnswer {
  const context = openContext(services);
  const now = services.clock.now();
  const list = (kind: LedgerKind) => listLedger(context, ledgers[kind]);
  return {
    reminders: byDue(readReminders(context).reminders).map((reminder) => reminderAnswer(reminder, now)),
    tasks: list('task'),
    decisions: list('decision'),
    learnings: list('learning'),
    conventions: list('convention'),
    handovers: handovers(context)
      .slice(0, mostHandovers)
      .map((path) => ({
        name: path.slice(path.lastIndexOf('/') + 1),
        at: new Date(handoverTime(path) ?? 0).toISOString(),
        text: readPlainFile(path, 1 << 22)
          .toString('utf8')
          .slice(0, longestHandover)
          .toWellFormed(),
      })),
  };
}

/** What a page may change: neither more nor less than the commands. */
export async function changeMemory(body: Members, services: Services): Promise<void> {
  const context = openContext(services);
  const now = services.clock.now();
  const at = new Date(now).toISOString();
  switch (body['action']) {
    case 'remind': {
      const due = body['after'] === undefined ? now : dueTime(textIn(body, 'after', 100), now);
      await addReminder(context, checked(textIn(body, 'text', longestText), 'The text'), now, due);
      return;
    }
    case 'dismiss':
      await dismissReminders(context, [textIn(body, 'uid', 200)]);
      return;
    case 'done':
      await checkTasks(context, ledgers.task, [textIn(body, 'uid', 200)], at);
      return;
    case 'add': {
      const kind = ledgerKinds.find((name) => name === body['kind']);
      if (kind === undefined) throw unusable('`kind` is unknown');
      const { title, fields = {}, tags = [] } = body;
      const given = JSON.stringify({ title, ...Object(fields), tags });
      const item = parseItem(ledgers[kind], given, 'item');
      if (/[\n\r]/.test(item.title)) throw unusable('`title` has more than one line');
      const { fields: texts } = item;
      await addItem(context, ledgers[kind], {
        title: item.title.trim(),
        fields: texts,
        tags: tagsFrom(item.tags),
        at,
      });
      return;
    }
    default:
      throw unusable('`action` is unknown');
  }
}

function unusable(reason: string) {
  return fail('api_body_invalid', { operation: 'parse', target: 'body', reason });
}
