// A fleet as the page shows it: the one fold of a fleet's records, and beside it who took what, when, and what changed since.

import type { FleetRecord } from '../store/fleet-records.js';
import { advanceFleet, type FleetSession, type FleetState, newFleetState } from '../store/fleet-state.js';
import type { FleetSessionRow, Throughput, WorkerRow } from './fleet-api.js';
import { type End, throughputOf } from './throughput.js';

/** What somebody who knows the workers says of one: when it was last heard of, and whether its time is over. */
export interface Heard {
  readonly at: number;
  readonly silent: boolean;
}

export interface FleetFold {
  readonly state: FleetState;
  /** The last record. */
  readonly seq: number;
  take(record: FleetRecord): void;
  /** All of them, or those that changed after a record. */
  sessions(since: number | undefined): FleetSessionRow[];
  /** `heard` says nothing of a worker that is gone. */
  workers(heard: (worker: string) => Heard | undefined): WorkerRow[];
  throughput(now: number): Throughput;
  /** Sessions that ended in the minute before. */
  perMinute(now: number): number;
}

interface Beside {
  seq: number;
  at: number;
  since?: number;
  worker?: string;
}

interface Worked {
  running: number;
  ended: number;
  failed: number;
  last: number;
}

export function fleetFold(): FleetFold {
  const state = newFleetState();
  const beside = new Map<string, Beside>();
  const ends: End[] = [];
  let seq = -1;

  function take(record: FleetRecord): void {
    // What a session is told to do is in its own log; here it would only fill the memory.
    advanceFleet(
      state,
      record.type === 'session.queued' ? { ...record, runs: record.runs.slice(0, 0) } : record,
    );
    seq = record.seq;
    const at = Date.parse(record.at);
    switch (record.type) {
      case 'session.queued':
        beside.set(record.session_id, { seq, at });
        return;
      case 'session.claimed':
        Object.assign(of(record.session_id), { seq, at, since: at, worker: record.owner });
        return;
      case 'session.ended': {
        Object.assign(of(record.session_id), { seq, at });
        const { outcome, again_at, totals, spent } = record;
        if (outcome !== 'interrupted' && again_at === undefined)
          ends.push({ at, good: outcome === 'completed', microusd: totals?.cost_microusd ?? spent.microusd });
        return;
      }
      case 'session.requeued':
        Object.assign(of(record.session_id), { seq, at });
        return;
      case 'fleet.cancelled':
        for (const id of record.sessions ?? beside.keys()) Object.assign(of(id), { seq });
    }
  }
  function of(id: string): Beside {
    const known = beside.get(id);
    if (known === undefined) throw new TypeError(`the fleet has no session ${id}`);
    return known;
  }
  function rowOf({ queued, ...session }: FleetSession): FleetSessionRow {
    const { state: standing, log, attempts, ended, notBefore, cancelled } = session;
    const { at, since, worker } = of(queued.session_id);
    const totals = session.logs.get(log)?.totals;
    const isOver = standing === 'failed' || standing === 'cancelled' || standing === 'queued';
    return {
      id: queued.session_id,
      log,
      state: standing,
      provider: queued.provider,
      attempts,
      at,
      ...(cancelled && standing === 'running' && { cancelled: true }),
      ...(worker !== undefined && { worker }),
      ...(since !== undefined && { since }),
      ...(isOver && ended !== undefined && { cause: ended.cause }),
      ...(isOver && ended?.target !== undefined && { target: ended.target }),
      ...(totals !== undefined && {
        cost_microusd: totals.cost_microusd,
        tokens: sum(totals.input_tokens, totals.output_tokens),
      }),
      ...(standing === 'queued' && notBefore > 0 && { not_before: notBefore }),
    };
  }
  function worked(): Map<string, Worked> {
    const all = new Map<string, Worked>();
    for (const [id, { worker, at }] of beside) {
      const session = state.sessions.get(id);
      if (worker === undefined || session === undefined) continue;
      const one = all.get(worker) ?? { running: 0, ended: 0, failed: 0, last: 0 };
      all.set(worker, one);
      one.last = Math.max(one.last, at);
      if (session.state === 'running') one.running += 1;
      else if (session.state !== 'queued') one.ended += 1;
      if (session.state === 'failed') one.failed += 1;
    }
    return all;
  }

  return {
    state,
    get seq() {
      return seq;
    },
    take,
    sessions: (since = -1) =>
      [...state.sessions.values()]
        .filter(({ queued }) => of(queued.session_id).seq > since)
        .map((session) => rowOf(session)),
    workers: (heard) =>
      [...worked()]
        .map(([worker, { running, ended, failed, last }]): WorkerRow => {
          const told = heard(worker);
          const isSilent = running > 0 && (told === undefined || told.silent);
          const working = told !== undefined && !told.silent;
          return {
            worker,
            state: isSilent ? 'silent' : working ? 'working' : 'gone',
            running,
            ended,
            failed,
            heard: told?.at ?? last,
          };
        })
        .sort((a, b) => b.running - a.running || b.ended - a.ended || (a.worker < b.worker ? -1 : 1)),
    throughput: (now) => throughputOf(ends, Date.parse(state.openedAt), now),
    perMinute: (now) => ends.filter(({ at }) => at > now - 60_000).length,
  };
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
