// Puts a signal on record: checked against the surfaces and the signals that are there, under a lock.

import { join } from 'node:path';
import { writeAtomically } from '../../../ctx/src/disk/atomic.js';
import { waitForLock } from '../../../ctx/src/disk/lock.js';
import { readText } from '../../../ctx/src/disk/read.js';
import { nearest } from '../../../ctx/src/protocol/nearest.js';
import { fail } from '../codes.js';
import { demandLogPath, isDay, parseDemandLog, type Signal, withSignal } from './demand-log.js';

const lockWaitMs = 5000;

export async function recordSignal(
  root: string,
  surfaces: readonly string[],
  signal: Signal,
): Promise<Signal[]> {
  checkFields(signal, surfaces);
  const path = join(root, demandLogPath);
  const attempt = await waitForLock(`${path}.lock`, lockWaitMs);
  if (!attempt.taken) {
    throw fail('demand_log_busy', { operation: 'lock', target: demandLogPath, pid: attempt.owner.pid });
  }
  try {
    const text = readText(path);
    refuseSecondOfSource(parseDemandLog(text), signal);
    const changed = withSignal(text, signal);
    const signals = parseDemandLog(changed);
    writeAtomically(path, changed);
    return signals;
  } finally {
    attempt.lock.release();
  }
}

function checkFields(signal: Signal, surfaces: readonly string[]) {
  for (const [name, value] of Object.entries(signal)) {
    if (value.trim() === '') {
      throw fail('demand_field_empty', { operation: 'add', target: `--${name.replaceAll('_', '-')}` });
    }
  }
  if (!surfaces.includes(signal.surface)) {
    throw fail('demand_surface_unknown', {
      operation: 'add',
      target: signal.surface,
      nearest: nearest(signal.surface, surfaces),
      surfaces,
    });
  }
  if (!isDay(signal.date))
    throw fail('demand_date_invalid', { operation: 'add', target: '--date', value: signal.date });
}

function refuseSecondOfSource(there: readonly Signal[], signal: Signal) {
  const same = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
  const repeated = there.some(
    ({ source, surface }) => surface === signal.surface && same(source) === same(signal.source),
  );
  if (!repeated) return;
  throw fail('demand_source_repeated', { operation: 'add', target: signal.source, surface: signal.surface });
}
