// Which findings people have dealt with: each report's id with the digest that was dismissed, so that new ones surface.

import { join } from 'node:path';
import { readText } from '../../../ctx/src/disk/read.js';
import { Failure } from '../../../ctx/src/protocol/failure.js';
import { fail } from '../codes.js';
import { auditFolder } from './shelf.js';

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
  let text: string;
  try {
    text = readText(join(root, ledgerPath));
  } catch (cause) {
    if (cause instanceof Failure && cause.code === 'file_not_found')
      return { document: {}, ledger: new Map() };
    throw unreadable('unreadable', cause);
  }
  const document = parsed(text);
  if (!isRecord(document) || !isRecord(document['dismissed'])) throw unreadable('not_a_ledger');
  const entries = Object.entries(document['dismissed']).map(([id, value]): [string, Dismissal] => {
    if (!isDismissal(value)) throw unreadable('not_a_ledger');
    return [id, value];
  });
  return { document, ledger: new Map(entries) };
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDismissal(value: unknown): value is Dismissal {
  return isRecord(value) && typeof value['digest'] === 'string' && typeof value['at'] === 'string';
}
