// A fleet's own records: whether each may follow from those before it, whether the budget held at every moment, and whether the sums
// at the end are those of its sessions.

import { canonical } from '../../protocol/json.js';
import type { FleetRecord, FleetRecordOf } from '../../store/fleet-records.js';
import {
  advanceFleet,
  countsOf,
  type FleetSession,
  type FleetState,
  fits,
  namesUnknown,
  newFleetState,
  nothing,
  totalsOf,
} from '../../store/fleet-state.js';
import type { Findings } from './findings.js';

export interface FleetCheck {
  readonly state: FleetState;
  take(record: FleetRecord): void;
}

export function fleetCheck(findings: Findings): FleetCheck {
  const state = newFleetState();
  return {
    state,
    take(record) {
      const wrong = wrongIn(record, state);
      if (wrong !== undefined) findings.add('fleet_untrue', record.seq, wrong);
      // What names a session that nobody put in cannot be counted.
      if (namesUnknown(record, state)) return;
      advanceFleet(state, record);
      if (record.type === 'session.claimed' && !fits(state, nothing))
        findings.add('budget_exceeded', record.seq, 'more was reserved than the fleet’s budget');
      if (record.type === 'fleet.closed') checkSums(record, state, findings);
    },
  };
}

function wrongIn(record: FleetRecord, state: FleetState): string | undefined {
  const session = 'session_id' in record ? state.sessions.get(record.session_id) : undefined;
  switch (record.type) {
    case 'session.queued':
      return session === undefined ? undefined : 'it queues a session that is already in the fleet';
    case 'session.claimed':
      return claimFault(session, record);
    case 'session.ended':
      return endFault(session, record);
    case 'session.requeued':
      return session?.state === 'failed' || session?.state === 'cancelled'
        ? undefined
        : 'it retries a session that neither failed nor was cancelled';
    case 'fleet.cancelled':
      return namesUnknown(record, state) ? 'it cancels a session that was never queued' : undefined;
    default:
      return undefined;
  }
}

function claimFault(
  session: FleetSession | undefined,
  { attempt, reserved }: FleetRecordOf<'session.claimed'>,
): string | undefined {
  if (session === undefined) return 'it starts a session that was never queued';
  if (session.state !== 'queued' && session.state !== 'running') return 'it starts a session that has ended';
  const expected = session.state === 'queued' ? session.attempts + 1 : session.attempts;
  if (attempt !== expected) return `it is attempt ${expected}, not ${attempt}`;
  const { most } = session.queued;
  if (reserved.microusd > most.microusd || reserved.tokens > most.tokens)
    return 'it reserves more than the session’s budget';
  return undefined;
}

function endFault(
  session: FleetSession | undefined,
  { cause, attempt, log }: FleetRecordOf<'session.ended'>,
): string | undefined {
  if (session === undefined) return 'it ends a session that was never queued';
  const isUnpaid = session.state === 'queued' && cause === 'fleet_budget_spent';
  if (session.state !== 'running' && !isUnpaid) return 'it ends a session that was not started';
  if (attempt !== session.attempts || log !== session.log)
    return 'it ends an attempt that is not the one that was started';
  return undefined;
}

function checkSums(record: FleetRecordOf<'fleet.closed'>, state: FleetState, findings: Findings): void {
  const { completed, failed, cancelled, queued, running } = countsOf(state);
  const { spent } = state;
  const told = { completed: record.completed, failed: record.failed, cancelled: record.cancelled };
  if (queued + running > 0)
    findings.add('fleet_untrue', record.seq, 'the fleet is closed, but sessions are left');
  if (canonical(told) !== canonical({ completed, failed, cancelled }))
    findings.add('totals_untrue', record.seq, 'its counts do not match how the sessions ended');
  if (canonical(record.totals) !== canonical(totalsOf(state)) || canonical(record.spent) !== canonical(spent))
    findings.add('totals_untrue', record.seq, 'its totals do not match its sessions');
}
