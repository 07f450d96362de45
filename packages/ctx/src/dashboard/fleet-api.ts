// What page and server say about fleets: types alone, so that the page can import them.

import type { SessionStanding } from '../store/fleet-state.js';
import type { FleetSummary } from '../store/fleet-summary.js';

export type { SessionStanding } from '../store/fleet-state.js';

/** A fleet as `ctx fleet status` sums it up, with where it is. */
export type FleetRow = FleetSummary & {
  /** What the API calls it; its id, unless two places have the same. */
  readonly key: string;
  readonly project: string;
  /** A file beside the sessions, or a database. */
  readonly kept: 'file' | 'store';
  /** Of those under way: at a worker that says nothing any more. */
  readonly stuck: number;
};

export interface BrokenFleet {
  readonly key: string;
  readonly project: string;
  /** The code of what is wrong. */
  readonly why: string;
}

export interface FleetList {
  /** Those that changed last first, at most 200. */
  readonly fleets: readonly FleetRow[];
  readonly unreadable: readonly BrokenFleet[];
  /** What kept a store from being read; the rest is shown all the same. */
  readonly store_fault?: string;
}

export interface FleetSessionRow {
  readonly id: string;
  /** The log of the last attempt. */
  readonly log: string;
  readonly state: SessionStanding;
  readonly provider: string;
  readonly attempts: number;
  /** Somebody wants it to end. */
  readonly cancelled?: true;
  /** Who runs it, or ran it last. */
  readonly worker?: string;
  /** When it was taken, and when it came to its state; milliseconds since 1970. */
  readonly since?: number;
  readonly at: number;
  readonly cause?: string;
  readonly target?: string;
  readonly cost_microusd?: number | null;
  readonly tokens?: number | null;
  readonly not_before?: number;
}

/**
 * `working`: it was heard of within its time. `silent`: it holds sessions and its lease is over, so another may take them.
 * `gone`: it has no sessions any more.
 */
export type WorkerState = 'working' | 'silent' | 'gone';

export interface WorkerRow {
  readonly worker: string;
  readonly state: WorkerState;
  readonly running: number;
  readonly ended: number;
  readonly failed: number;
  /** Milliseconds since 1970: when it was last heard of. */
  readonly heard: number;
}

/** Sessions that ended and what they cost, in equal steps of time. */
export interface Throughput {
  /** Milliseconds since 1970, and of one step. */
  readonly from: number;
  readonly step: number;
  readonly completed: readonly number[];
  readonly failed: readonly number[];
  readonly cost_microusd: readonly number[];
}

export interface FleetAnswer {
  readonly fleet: FleetRow;
  /** The last record. */
  readonly seq: number;
  /** In the order in which they were put in. */
  readonly sessions: readonly FleetSessionRow[];
  readonly workers: readonly WorkerRow[];
  readonly throughput: Throughput;
  /** Sessions that ended in the last minute. */
  readonly per_minute: number;
}
