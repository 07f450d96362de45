// Puts a signal on record: checked against the surfaces and the signals that are there, under a lock.

import { join } from 'node:path';
import type { CommandTable } from '../../../ctx/src/kit/command.js';
import { readText, writeAtomically } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { demandThresholds, independentSources, openSignals } from './demand-audit.js';
import {
  demandLogPath,
  isDay,
  type LogRules,
  onOneLine,
  parseDemandLog,
  type Signal,
  withSignal,
} from './demand-log.js';
import { logRules, withLockedLog } from './locked-log.js';
import { type Promotion, planPromotion } from './roadmap.js';
import { optedOutSurfaces, unknownSurface } from './surfaces.js';

export interface Recorded {
  /** As the log holds it now. */
  readonly signal: Signal;
  /** All that are open for its surface. */
  readonly ofSurface: readonly Signal[];
  /** Where this signal made the surface a candidate, or it is one already. */
  readonly promotion?: Promotion;
}

export async function recordSignal(
  root: string,
  table: CommandTable,
  given: Signal,
  now: number,
  lockWaitMs?: number,
): Promise<Recorded> {
  const signal = onOneLine(given);
  const rules = logRules(table, now);
  checkFields(signal, table, rules.lastDay);
  return withLockedLog(root, () => record(root, signal, rules), lockWaitMs);
}

function record(root: string, signal: Signal, rules: LogRules): Recorded {
  const path = join(root, demandLogPath);
  const text = readText(path);
  refuseSecondOfSource(parseDemandLog(text, rules), signal);
  const changed = withSignal(text, signal);
  const open = openSignals(parseDemandLog(changed, rules));
  const ofSurface = open.filter(({ surface }) => surface === signal.surface);
  const isCandidate = independentSources(ofSurface) >= demandThresholds.candidate;
  const planned = isCandidate ? planPromotion(root, signal.surface, ofSurface) : undefined;
  writeAtomically(path, changed);
  planned?.write();
  return { signal, ofSurface, ...(planned && { promotion: planned.promotion }) };
}

function checkFields(signal: Signal, table: CommandTable, lastDay: string) {
  for (const [name, value] of Object.entries(signal)) {
    if (value === '') {
      throw fail('demand_field_empty', { operation: 'add', target: `--${name.replaceAll('_', '-')}` });
    }
  }
  if (!optedOutSurfaces(table).includes(signal.surface)) throw unknownSurface('add', signal.surface, table);
  if (!isDay(signal.date))
    throw fail('demand_date_invalid', { operation: 'add', target: '--date', value: signal.date });
  if (signal.date > lastDay)
    throw fail('demand_date_future', { operation: 'add', target: '--date', value: signal.date });
}

function refuseSecondOfSource(there: readonly Signal[], signal: Signal) {
  const ofSurface = openSignals(there).filter(({ surface }) => surface === signal.surface);
  if (independentSources([...ofSurface, signal]) > independentSources(ofSurface)) return;
  throw fail('demand_source_repeated', { operation: 'add', target: signal.source, surface: signal.surface });
}
