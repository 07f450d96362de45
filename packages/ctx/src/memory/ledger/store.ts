// Changing a ledger. What ctx did not write stays byte for byte, line ends and odd spacing included.

import { dirname } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { type Context, shownPath } from '../context.js';
import { ensureFolder } from '../ensure-folder.js';
import { withLock } from '../lock.js';
import { withArchived } from './archived.js';
import type { LedgerItem } from './item.js';
import type { Ledger } from './kinds.js';
import { type ParsedLedger, refuseTwins } from './parse.js';
import { archivePath, ledgerPath, readArchive, readLedger } from './read.js';

/** `change` gets the ledger and returns its new text, or the old one where there is nothing to do. */
export function changeLedger<T>(
  context: Context,
  ledger: Ledger,
  change: (
    parsed: ParsedLedger,
    archive: () => ParsedLedger,
  ) => { readonly text: string; readonly result: T },
): Promise<T> {
  return withLock(context, ledger.file, () => {
    const path = ledgerPath(context, ledger);
    const parsed = readLedger(context, ledger, ledger.template);
    refuseTwins(parsed, shownPath(context, path));
    const { text, result } = change(parsed, () => readArchive(context, ledger));
    if (text !== parsed.text) writeAtomically(path, text);
    return result;
  });
}

/** Puts items into the archive. One that is there already, after a killed call or a merge, is not there twice. */
export function appendToArchive(
  context: Context,
  ledger: Ledger,
  from: ParsedLedger,
  items: readonly LedgerItem[],
): void {
  const archive = readArchive(context, ledger);
  const text = withArchived(archive, from, items);
  if (text === archive.text) return;
  const path = archivePath(context, ledger);
  ensureFolder(dirname(path));
  writeAtomically(path, text);
}
