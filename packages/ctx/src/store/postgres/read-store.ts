// What a store holds, read in pieces: the records of a fleet, folded as those of a file are, and the records of a session's log.

import { fail } from '../../protocol/codes.js';
import type { Head } from '../../session/chain.js';
import type { FleetRecord } from '../fleet-records.js';
import { advanceFleet, type FleetState, newFleetState } from '../fleet-state.js';
import { fleetLines } from '../read-fleet.js';
import type { Connections, Statements } from './connections.js';
import { numberOf, textOf } from './rows.js';

/** How many lines are read at once: a long log is never in memory as a whole. */
const page = 500;

export interface Folded {
  readonly state: FleetState;
  readonly head: Head;
}

/** The lines of a fleet's own log from that record on, without LF. */
export async function* linesOfFleet(statements: Statements, id: string, from = 0): AsyncGenerator<string> {
  for (let seq = from; ; seq += page) {
    const rows = await statements.rows(
      'select line from ctx.fleet_record where fleet = $1 and seq >= $2 and seq < $3 order by seq',
      [id, seq, seq + page],
    );
    for (const row of rows) yield textOf(row, 'line');
    if (rows.length < page) return;
  }
}

/** The lines of a session's log. */
export async function* linesOfLog(
  statements: Statements,
  session: string,
  log: string,
): AsyncGenerator<string> {
  const few = 100;
  for (let seq = 0; ; seq += few) {
    const rows = await statements.rows(
      'select line from ctx.record where session = $1 and log = $2 and seq >= $3 and seq < $4 order by seq',
      [session, log, seq, seq + few],
    );
    for (const row of rows) yield textOf(row, 'line');
    if (rows.length < few) return;
  }
}

/** A fleet whose new records are taken in as they come. */
export class FollowedFleet {
  readonly state = newFleetState();
  readonly #id: string;
  readonly #reader: ReturnType<typeof fleetLines>;

  constructor(id: string, shown: string, onRecord: (record: FleetRecord) => void = () => {}) {
    this.#id = id;
    this.#reader = fleetLines(`${shown} (${id})`, (record) => {
      advanceFleet(this.state, record);
      onRecord(record);
    });
  }

  get head(): Head | undefined {
    return this.#reader.head;
  }

  async takeIn(statements: Statements): Promise<void> {
    const from = (this.head?.seq ?? -1) + 1;
    for await (const line of linesOfFleet(statements, this.#id, from)) this.#reader.take(line);
  }
}

export async function foldFleet(connections: Connections, id: string): Promise<Folded> {
  const fleet = new FollowedFleet(id, connections.shown);
  await fleet.takeIn(connections);
  const { head, state } = fleet;
  if (head === undefined) throw fail('fleet_unknown', { operation: 'find', target: id });
  return { state, head };
}

/** The ids of all fleets, the newest first. */
export async function fleetIds(statements: Statements): Promise<string[]> {
  const rows = await statements.rows('select id from ctx.fleet order by put_in desc');
  return rows.map((row) => textOf(row, 'id'));
}

/** How many sessions of a fleet somebody works on right now. */
export async function workedOn(statements: Statements, id: string): Promise<number> {
  const [row] = await statements.rows(
    "select count(*) as n from ctx.session where fleet = $1 and state = 'running' and lease_until >= clock_timestamp()",
    [id],
  );
  return row === undefined ? 0 : numberOf(row, 'n');
}
