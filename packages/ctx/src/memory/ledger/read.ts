// Reading a ledger and its archive, without anything that writing needs.

import { projectTextIfThere } from '../../disk/read.js';
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
  return parseLedger(ledger, projectTextIfThere(context.root, path) ?? otherwise, shownPath(context, path));
}

/** Its text, and nothing where there is no file. */
export function ledgerText(context: Context, ledger: Ledger): string {
  return projectTextIfThere(context.root, ledgerPath(context, ledger)) ?? '';
}

export function archiveText(context: Context, ledger: Ledger): string {
  return projectTextIfThere(context.root, archivePath(context, ledger)) ?? '';
}

export function readArchive(context: Context, ledger: Ledger): ParsedLedger {
  const [title] = ledger.template.split('\n', 1);
  const path = archivePath(context, ledger);
  return parseLedger(
    ledger,
    projectTextIfThere(context.root, path) ?? `${title}, archived\n`,
    shownPath(context, path),
  );
}
