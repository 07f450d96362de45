// A verdict over a fleet: its own chain and records, then the log of every session, held against what the fleet says of it.

import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';
import { canonical } from '../../protocol/json.js';
import type { StopReason } from '../../protocol/records.js';
import { isSessionId } from '../../session/id.js';
import { newSums, sumsOf, takeInSums } from '../../session/session-sums.js';
import type { EndedSession, FleetRecord } from '../../store/fleet-records.js';
import { countsOf, type FleetState, totalsOf } from '../../store/fleet-state.js';
import { readFleet } from '../../store/read-fleet.js';
import { fleetCheck } from './check-fleet.js';
import type { CheckedRun } from './check-session.js';
import { type Findings, newFindings } from './findings.js';
import type { Verification, VerifyOptions } from './verification.js';
import { verifySession } from './verify-session.js';

const checked = [
  'every record of the fleet and its chain',
  'the log of every session, and its end against the fleet',
  'the budget at every claim, and all totals',
];

export function verifyFleet(path: string, options: VerifyOptions = {}): Verification {
  const findings = newFindings();
  const facts = checkFleetFile(path, options.sessionsFolder ?? sessionsBeside(path), findings);
  const { head } = options;
  if (head !== undefined && head !== facts.chain_head)
    findings.add('head_mismatch', facts.records, 'the last record does not have the given head');
  return {
    ...fleetAnswer(path, facts, head, findings),
    checked,
    not_checked: head === undefined ? ['that no record was cut off and that the file was not rewritten'] : [],
  };
}

/** What is said of a fleet wherever it lies; what was checked is for the caller to say. */
export function fleetAnswer(
  path: string,
  { state, records, bytes, chain_head, runs }: FleetFacts,
  head: string | undefined,
  findings: Findings,
) {
  return {
    path,
    kind: 'fleet',
    verdict: findings.verdict,
    session_id: state.fleet_id,
    records,
    bytes,
    ...(chain_head !== undefined && { chain_head }),
    proves: 'chain',
    head_checked: head !== undefined,
    runs,
    findings: findings.list,
    findings_left_out: findings.leftOut,
  } as const;
}

export interface FleetFacts {
  readonly state: FleetState;
  readonly records: number;
  readonly bytes: number;
  readonly chain_head: string | undefined;
  /** What all logs come to, in canonical form. */
  readonly totals: string;
  /** One for each log. */
  readonly runs: readonly CheckedRun[];
}

/** What is found goes into `findings`; the files of sessions are named as they lie in their folder. */
export function checkFleetFile(path: string, sessionsFolder: string, findings: Findings): FleetFacts {
  const check = fleetCheck(findings);
  const reading = readFleet(path, (record: FleetRecord) => check.take(record));
  const { records, head, broken, tornBytes, wholeBytes } = reading;
  const { state } = check;
  if (broken !== undefined) findings.add(broken, records, 'the chain of the fleet breaks here');
  if (tornBytes > 0) findings.add('torn_tail', records, 'the last record is incomplete');
  if (records === 0 && broken === undefined) findings.add('session_empty', 0, 'the fleet has no record');
  const { queued, running } = countsOf(state);
  if (queued + running > 0)
    findings.add('run_open', records, `${queued + running} of its sessions have not ended`);
  const runs = [...state.sessions.values()].flatMap(({ logs }) =>
    [...logs.values()].flatMap((ended) => checkLog(ended, sessionsFolder, findings)),
  );
  const bytes = wholeBytes + tornBytes + runs.reduce((sum, run) => sum + run.bytes, 0);
  return {
    state,
    records,
    bytes,
    chain_head: head?.hash,
    totals: canonical(totalsOf(state)),
    runs: runs.map(({ bytes: _, ...run }) => run),
  };
}

/** The sessions of a fleet in its place, or of one that was exported. */
function sessionsBeside(path: string): string {
  const folder = dirname(path);
  return basename(folder) === 'fleets' ? join(dirname(folder), 'sessions') : join(folder, 'sessions');
}

function checkLog(
  { log, head, totals, outcome }: EndedSession,
  folder: string,
  findings: Findings,
): (CheckedRun & { bytes: number })[] {
  const file = `${log}.jsonl`;
  if (head === undefined) return [];
  if (!isSessionId(log)) {
    findings.add('fleet_untrue', file, 'its name is not a valid session id');
    return [];
  }
  const path = join(folder, file);
  if (!isFile(path)) {
    findings.add('evidence_missing', file, 'the log of this session is missing');
    return [];
  }
  const sums = newSums();
  let isThere = false;
  const told = verifySession(path, {}, (record) => {
    if (record.seq === head.seq && record.hash === head.hash) isThere = true;
    if (record.seq <= head.seq) takeInSums(sums, record);
  });
  if (told.verdict === 'fail') findings.add('session_fails', file, firstOf(told));
  if (!isThere) findings.add('head_mismatch', file, 'the log lacks the last record that the fleet knows');
  else if ((told.records ?? 0) > head.seq + 1)
    findings.add('session_incomplete', file, 'the log continues after the last record that the fleet knows');
  const { totals: sum, stop_reason } = sumsOf(sums);
  if (isThere && totals !== undefined && canonical(sum) !== canonical(totals))
    findings.add('totals_untrue', file, 'the log’s totals differ from the fleet’s');
  if (outcome === 'completed' && told.verdict === 'incomplete')
    findings.add('session_incomplete', file, firstOf(told));
  const stop = told.runs.find((run) => run.stop_reason !== 'completed')?.stop_reason ?? stop_reason;
  return [{ run_id: log, stop_reason: stopOf(stop, outcome), bytes: told.bytes }];
}

/** Somebody may have sent the folder: a link in it that leads nowhere, or round in circles, is no log. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    if (isSystemError(error, 'ELOOP', 'ENOTDIR')) return false;
    throw readFailure(error, path);
  }
}

/** A run that another one went on with stopped for a reason that is past. */
function stopOf(stop: StopReason | 'open', outcome: EndedSession['outcome']): StopReason | 'open' {
  return outcome === 'completed' ? 'completed' : stop;
}

function firstOf({ findings: [first] }: Verification): string {
  return first === undefined ? 'it does not hold' : `record ${first.seq ?? 0}: ${first.message}`;
}
