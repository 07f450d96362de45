// Which findings people have dealt with: each report's id with the digest that was dismissed, so that new ones surface.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../ctx/src/kit/failures.js';
import { isMembers, readProjectText } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { auditFolder } from './reports.js';

export interface Dismissal {
  readonly digest: string;
  /** ISO 8601. */
  readonly at: string;
}

export type Ledger = ReadonlyMap<string, Dismissal>;

export const ledgerPath = `${auditFolder}/.dismissed.json`;

/** A ledger that is not there is empty; one that cannot be read is a failure, and who reads decides. */
export function readLedger(root: string): Ledger {
  return readLedgerFile(root).ledger;
}

/** The ledger, and all that its file holds besides. */
export function readLedgerFile(root: string): { document: object; ledger: Ledger } {
  const text = textOf(root);
  if (text === undefined) return { document: {}, ledger: new Map() };
  const document = parsed(text);
  if (!isMembers(document) || !isMembers(document['dismissed'])) throw unreadable('not_a_ledger');
  const entries = Object.entries(document['dismissed']).map(([id, value]): [string, Dismissal] => {
    if (!isDismissal(value)) throw unreadable('not_a_ledger');
    return [id, value];
  });
  return { document, ledger: new Map(entries) };
}

/** Nothing for a file that is not there: mostly it is not, and an error takes longer than looking first. */
function textOf(root: string): string | undefined {
  const path = join(root, ledgerPath);
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readProjectText(root, path);
  } catch (cause) {
    throw unreadable('unreadable', cause);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable('not_json', cause);
  }
}

function unreadable(reason: 'unreadable' | 'not_json' | 'not_a_ledger', cause?: unknown): Failure {
  return fail('read_dismissal', { operation: 'read', target: ledgerPath, reason, cause });
}

function isDismissal(value: unknown): value is Dismissal {
  return isMembers(value) && typeof value['digest'] === 'string' && typeof value['at'] === 'string';
}
