// The fleets that a dashboard shows, wherever they are kept. Nothing is read before somebody asks; what is asked for again is only read on.

import { createHash } from 'node:crypto';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { summaryOf } from '../store/fleet-summary.js';
import type { BrokenFleet, FleetAnswer, FleetList, FleetRow } from './fleet-api.js';
import type { FleetFold, Heard } from './fleet-fold.js';

export interface FleetSource {
  readonly kept: FleetRow['kept'];
  find(): Promise<readonly FoundFleet[]>;
}

/** A fleet as it was a moment ago. */
export interface FoundFleet {
  /** No other has the same. */
  readonly at: string;
  readonly project: string;
  readonly fleetId: string;
  readonly changedMs: number;
  /** Another one whenever something changed. */
  readonly stamp: string;
  /** Somebody works on it. */
  readonly isRunning: boolean;
  /** Nothing of a worker that is gone. */
  heard(worker: string): Heard | undefined;
  follow(): FollowedFleet;
}

export interface FollowedFleet {
  /** Reads what came since; the fold of all of it. Throws where it is broken. */
  advance(): Promise<FleetFold>;
}

export interface ShownFleets {
  list(): Promise<FleetList>;
  fleet(key: string, since: number | undefined): Promise<FleetAnswer>;
}

const mostListed = 200;
/** Folds that are held in memory; of the others, only what the list says. */
const mostFollowed = 4;

type Found = FoundFleet & { readonly kept: FleetRow['kept']; readonly key: string };

export function shownFleets(sources: readonly FleetSource[], now: () => number): ShownFleets {
  const keys = new Map<string, string>();
  const rows = new Map<string, { readonly stamp: string; readonly row: FleetRow | BrokenFleet }>();
  const followed = new Map<string, FollowedFleet>();

  function keyOf({ at, fleetId }: FoundFleet): string {
    const known = keys.get(at);
    if (known !== undefined) return known;
    const isTaken = [...keys.values()].includes(fleetId);
    const key = isTaken ? `${fleetId}@${createHash('sha256').update(at).digest('hex').slice(0, 8)}` : fleetId;
    keys.set(at, key);
    return key;
  }
  async function find(): Promise<{ readonly found: readonly Found[]; readonly fault: Failure | undefined }> {
    const found: Found[] = [];
    let fault: Failure | undefined;
    for (const { kept, find: findIn } of sources) {
      try {
        for (const each of await findIn()) found.push({ ...each, kept, key: keyOf(each) });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        fault = error;
      }
    }
    found.sort((a, b) => b.changedMs - a.changedMs || (a.key < b.key ? -1 : 1));
    return { found: found.slice(0, mostListed), fault };
  }
  function follower(one: Found): FollowedFleet {
    const known = followed.get(one.at) ?? one.follow();
    followed.delete(one.at);
    followed.set(one.at, known);
    for (const at of followed.keys()) if (followed.size > mostFollowed) followed.delete(at);
    return known;
  }
  async function foldOf(one: Found): Promise<FleetFold> {
    try {
      // Those that nobody works on are read for the list, and not kept.
      const reader = one.isRunning || followed.has(one.at) ? follower(one) : one.follow();
      return await reader.advance();
    } catch (error) {
      followed.delete(one.at);
      throw error;
    }
  }
  async function listed(one: Found): Promise<FleetRow | BrokenFleet> {
    const known = rows.get(one.at);
    if (known?.stamp === one.stamp) return known.row;
    const row = await readRow(one);
    rows.set(one.at, { stamp: one.stamp, row });
    return row;
  }
  async function readRow(one: Found): Promise<FleetRow | BrokenFleet> {
    try {
      return rowOf(one, await foldOf(one));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { key: one.key, project: one.project, why: error.code };
    }
  }

  return {
    async list() {
      const { found, fault } = await find();
      const fleets: FleetRow[] = [];
      const unreadable: BrokenFleet[] = [];
      for (const one of found) {
        const row = await listed(one);
        if ('why' in row) unreadable.push(row);
        else fleets.push(row);
      }
      return { fleets, unreadable, ...(fault !== undefined && { store_fault: fault.code }) };
    },
    async fleet(key, since) {
      const { found, fault } = await find();
      const one = found.find((each) => each.key === key);
      // It may be in the store that does not answer.
      if (one === undefined)
        throw fault ?? fail('fleet_unknown', { operation: 'find', target: key, folder: '.context/fleets' });
      follower(one);
      const fold = await foldOf(one);
      const clock = now();
      const end = one.isRunning ? clock : Date.parse(fold.state.lastAt);
      return {
        fleet: rowOf(one, fold),
        seq: fold.seq,
        sessions: fold.sessions(since),
        workers: fold.workers(one.heard),
        throughput: fold.throughput(end),
        per_minute: fold.perMinute(clock),
      };
    },
  };
}

function rowOf({ key, project, kept, isRunning, heard }: Found, fold: FleetFold): FleetRow {
  const silent = fold.workers(heard).filter(({ state }) => state === 'silent');
  const stuck = silent.reduce((sum, { running }) => sum + running, 0);
  return { ...summaryOf(fold.state, isRunning), key, project, kept, stuck };
}
