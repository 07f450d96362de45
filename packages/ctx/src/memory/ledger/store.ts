// Reading and changing a ledger. What ctx did not write stays byte for byte, line ends and odd spacing included.

import { dirname } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { readText } from '../../disk/read.js';
import { Failure } from '../../protocol/failure.js';
import { type Context, contextPath, shownPath } from '../context.js';
import { ensureFolder } from '../ensure-folder.js';
import { withLock } from '../lock.js';
import type { LedgerItem } from './item.js';
import { archiveFolder, type Ledger } from './kinds.js';
import { type ParsedLedger, parseLedger, refuseTwins } from './parse.js';

export function ledgerPath(context: Context, ledger: Ledger): string {
  return contextPath(context, ledger.file);
}

/** A file that is not there has no items. */
export function readLedger(context: Context, ledger: Ledger): ParsedLedger {
  return readFrom(context, ledger, ledgerPath(context, ledger), '');
}

/** Its text, and nothing where there is no file. */
export function ledgerText(context: Context, ledger: Ledger): string {
  return textIn(ledgerPath(context, ledger)) ?? '';
}

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
    const parsed = readFrom(context, ledger, path, ledger.template);
    refuseTwins(parsed, shownPath(context, path));
    const { text, result } = change(parsed, () => readArchive(context, ledger));
    if (text !== parsed.text) writeAtomically(path, text);
    return result;
  });
}

export function archivePath(context: Context, ledger: Ledger): string {
  return contextPath(context, archiveFolder, ledger.file);
}

/** Appends items to the archive as they stand. One that a killed call already put there is not put there twice. */
export function appendToArchive(
  context: Context,
  ledger: Ledger,
  from: ParsedLedger,
  items: readonly LedgerItem[],
): void {
  const archive = readArchive(context, ledger);
  const { text, eol } = archive;
  const there = new Set(
    archive.items.filter(({ mark }) => mark !== undefined).map((item) => pieceOf(archive, item)),
  );
  const fresh = items.map((item) => pieceOf(from, item)).filter((piece) => !there.has(piece));
  if (fresh.length === 0) return;
  const path = archivePath(context, ledger);
  ensureFolder(dirname(path));
  const gap = text.endsWith('\n') ? '' : eol;
  writeAtomically(path, text + gap + fresh.map((piece) => `${eol}${piece}${eol}`).join(''));
}

function pieceOf({ text }: ParsedLedger, { start, end }: LedgerItem): string {
  return text.slice(start, end).trimEnd();
}

export function readArchive(context: Context, ledger: Ledger): ParsedLedger {
  const [title] = ledger.template.split('\n', 1);
  return readFrom(context, ledger, archivePath(context, ledger), `${title}, archived\n`);
}

function readFrom(context: Context, ledger: Ledger, path: string, otherwise: string): ParsedLedger {
  return parseLedger(ledger, textIn(path) ?? otherwise, shownPath(context, path));
}

function textIn(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (error instanceof Failure && error.code === 'file_not_found') return undefined;
    throw error;
  }
}
