// Reading a ledger and its archive, without anything that writing needs.

import { readProjectText } from '../../disk/read.js';
import { Failure } from '../../protocol/failure.js';
import { type Context, contextPath, shownPath } from '../context.js';
import { archiveFolder, type Ledger } from './kinds.js';
import { type ParsedLedger, parseLedger } from './parse.js';

export function ledgerPath(context: Context, ledger: Ledger): string {
  return contextPath(context, ledger.file);
}

export function archivePath(context: Context, ledger: Ledger): string {
  return contextPath(context, archiveFolder, ledger.file);
}

/** A file that is not there has the text that is given instead: none, or what a new one begins with. */
export function readLedger(context: Context, ledger: Ledger, otherwise = ''): ParsedLedger {
  const path = ledgerPath(context, ledger);
  return parseLedger(ledger, textIn(context, path) ?? otherwise, shownPath(context, path));
}

/** Its text, and nothing where there is no file. */
export function ledgerText(context: Context, ledger: Ledger): string {
  return textIn(context, ledgerPath(context, ledger)) ?? '';
}

export function archiveText(context: Context, ledger: Ledger): string {
  return textIn(context, archivePath(context, ledger)) ?? '';
}

export function readArchive(context: Context, ledger: Ledger): ParsedLedger {
  const [title] = ledger.template.split('\n', 1);
  const path = archivePath(context, ledger);
  return parseLedger(ledger, textIn(context, path) ?? `${title}, archived\n`, shownPath(context, path));
}

function textIn({ root }: Context, path: string): string | undefined {
  try {
    return readProjectText(root, path);
  } catch (error) {
    if (error instanceof Failure && error.code === 'file_not_found') return undefined;
    throw error;
  }
}
