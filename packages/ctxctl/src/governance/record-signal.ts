// Puts a signal on record: checked against the surfaces and the signals that are there, under a lock.

import { join } from 'node:path';
import type { CommandTable } from '../../../ctx/src/kit/command.js';
import { readText, waitForLock, writeAtomically } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { independentSources } from './demand-audit.js';
import { demandLogPath, isDay, onOneLine, parseDemandLog, type Signal, withSignal } from './demand-log.js';
import { optedOutSurfaces, surfaceTest, unknownSurface } from './surfaces.js';

export interface Recorded {
  /** As the log holds it now. */
  readonly signal: Signal;
  readonly all: readonly Signal[];
}

export async function recordSignal(
  root: string,
  table: CommandTable,
  given: Signal,
  lockWaitMs = 5000,
): Promise<Recorded> {
  const signal = onOneLine(given);
  const isSurface = surfaceTest(table);
  checkFields(signal, table);
  const path = join(root, demandLogPath);
  const attempt = await waitForLock(`${path}.lock`, lockWaitMs);
  if (!attempt.taken) {
    throw fail('demand_log_busy', { operation: 'lock', target: demandLogPath, pid: attempt.owner.pid });
  }
  try {
    const text = readText(path);
    refuseSecondOfSource(parseDemandLog(text, isSurface), signal);
    const changed = withSignal(text, signal);
    const all = parseDemandLog(changed, isSurface);
    writeAtomically(path, changed);
    return { signal, all };
  } finally {
    attempt.lock.release();
  }
}

function checkFields(signal: Signal, table: CommandTable) {
  for (const [name, value] of Object.entries(signal)) {
    if (value === '') {
      throw fail('demand_field_empty', { operation: 'add', target: `--${name.replaceAll('_', '-')}` });
    }
  }
  if (!optedOutSurfaces(table).includes(signal.surface)) throw unknownSurface('add', signal.surface, table);
  if (!isDay(signal.date))
    throw fail('demand_date_invalid', { operation: 'add', target: '--date', value: signal.date });
}

function refuseSecondOfSource(there: readonly Signal[], signal: Signal) {
  const ofSurface = there.filter(({ surface }) => surface === signal.surface);
  if (independentSources([...ofSurface, signal]) > independentSources(ofSurface)) return;
  throw fail('demand_source_repeated', { operation: 'add', target: signal.source, surface: signal.surface });
}
