// One file of the memory, merged as what it is.

import { basename } from 'node:path';
import { ledgerKinds, ledgers } from '../ledger/kinds.js';
import { type MergedText, mergeLedgers } from '../ledger/merge.js';
import { remindersName } from '../reminders.js';
import { mergeReminders } from './reminders.js';

const isOfMemory = /(^|\/)\.context\/(archive\/)?[^/]+$/;

/** Nothing for a file that is none of the memory's. `path` is how git calls it. */
export function mergeMemoryFile(
  path: string,
  texts: { readonly base: string; readonly ours: string; readonly theirs: string },
): MergedText | undefined {
  if (!isOfMemory.test(path)) return undefined;
  const name = basename(path);
  const kind = ledgerKinds.find((each) => ledgers[each].file === name);
  if (kind !== undefined) return mergeLedgers(ledgers[kind], texts, path);
  return name === remindersName ? { text: mergeReminders(texts, path), conflicts: 0 } : undefined;
}
