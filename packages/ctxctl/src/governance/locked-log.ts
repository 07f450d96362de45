// The demand log while nobody else changes it, and the rules that its entries keep.

import { join } from 'node:path';
import type { CommandTable } from '../../../ctx/src/kit/command.js';
import { waitForLock } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { demandLogPath, type LogRules, lastDayAt } from './demand-log.js';
import { surfaceTest } from './surfaces.js';

export function logRules(table: CommandTable, now: number): LogRules {
  return { isSurface: surfaceTest(table), lastDay: lastDayAt(now) };
}

export async function withLockedLog<T>(root: string, use: () => T, lockWaitMs = 5000): Promise<T> {
  const attempt = await waitForLock(`${join(root, demandLogPath)}.lock`, lockWaitMs);
  if (!attempt.taken)
    throw fail('demand_log_busy', { operation: 'lock', target: demandLogPath, pid: attempt.owner.pid });
  try {
    return use();
  } finally {
    attempt.lock.release();
  }
}
