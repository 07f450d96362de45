// What came of a session's runs, by its log alone: for whoever did not conduct all of them.

import type { RunOutcome } from '../agent/conduct-run.js';
import { isOfSubagent } from '../protocol/records.js';
import { readSession, soundReading } from '../session/reader.js';
import { noTotals, sumOf } from '../session/tally.js';
import type { Conducted } from './conducted.js';
import { heardRuns } from './heard-runs.js';

export function conductedByLog(path: string): Conducted {
  const heard = heardRuns();
  const runs = new Map<string, RunOutcome>();
  const retelling = new Set<string>();
  let totals = noTotals();
  let session_id = '';
  const reading = readSession(path, (record) => {
    if (isOfSubagent(record)) return;
    if (record.type === 'session.opened') session_id = record.session_id;
    if (record.type === 'run.opened') {
      if (record.retells !== undefined) retelling.add(record.run_id);
      if (record.reopens && record.continues !== undefined) runs.delete(record.continues);
    }
    heard.take(record);
    const outcome = record.type === 'run.closed' ? heard.closed() : undefined;
    if (outcome === undefined || retelling.has(outcome.run_id)) return;
    runs.set(outcome.run_id, outcome);
    // Also of a run that another one went on with.
    totals = sumOf(totals, outcome.totals);
  });
  const { head } = soundReading(reading, path, 'read');
  return {
    session_id,
    path,
    chain_head: head.hash,
    tampered: undefined,
    runs: [...runs.values()],
    totals,
    warnings: [],
  };
}
