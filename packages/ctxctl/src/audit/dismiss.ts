// Puts dismissals into the ledger, under its lock. Apart from reading it, which every prompt does.

import { join } from 'node:path';
import { Failure } from '../../../ctx/src/kit/failures.js';
import { makeFolders, waitForLock, writeAtomically } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { type Ledger, ledgerPath, readLedgerFile } from './ledger.js';
import { auditFolder } from './reports.js';

/** Adds dismissals and keeps all that the file holds besides. A damaged ledger is left alone. */
export async function recordDismissals(root: string, dismissals: Ledger, lockWaitMs = 5000): Promise<void> {
  const path = join(root, ledgerPath);
  try {
    makeFolders(join(root, auditFolder));
    const attempt = await waitForLock(`${path}.lock`, lockWaitMs);
    if (!attempt.taken) throw writeProblem(undefined, attempt.owner.pid);
    try {
      const { document, ledger } = readLedgerFile(root);
      const dismissed = Object.fromEntries([...ledger, ...dismissals]);
      writeAtomically(path, `${JSON.stringify({ ...document, version: 1, dismissed }, null, 2)}\n`);
    } finally {
      attempt.lock.release();
    }
  } catch (error) {
    if (error instanceof Failure && ['read_dismissal', 'write_dismissal'].includes(error.code)) throw error;
    throw writeProblem(error);
  }
}

function writeProblem(cause: unknown, busy?: number): Failure {
  const retryable = busy !== undefined;
  return fail('write_dismissal', { operation: 'dismiss', target: ledgerPath, cause, retryable, busy });
}
