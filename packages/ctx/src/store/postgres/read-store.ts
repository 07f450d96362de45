// What a store holds, read in pieces: the records of a fleet, folded as those of a file are, and the records of a session's log.

import { fail } from '../../protocol/codes.js';
import { type Head, longestRecord } from '../../session/chain.js';
import type { FleetRecord } from '../fleet-records.js';
import { advanceFleet, type FleetState, newFleetState } from '../fleet-state.js';
import { fleetLines } from '../read-fleet.js';
import type { Connections, Statements } from './connections.js';
import { numberOf, textOf } from './rows.js';

/** How much is read at once: a long log is never in memory as a whole, and neither is one that somebody filled with large lines. */
const pageLines = 500;
const pageBytes = 1 << 24;

export interface Folded {
  readonly state: FleetState;
  readonly head: Head;
}

/** The lines of a fleet's own log from that record on, without LF. */
export function linesOfFleet(statements: Statements, id: string, from = 0): AsyncGenerator<string> {
  return linesIn(statements, 'select seq, line from ctx.fleet_record where fleet = $5', [id], from);
}

/** The lines of a session's log. */
export function linesOfLog(statements: Statements, session: string, log: string): AsyncGenerator<string> {
  return linesIn(statements, 'select seq, line from ctx.record where session = $5 and log = $6', [
    session,
    log,
  ]);
}

/** A line that no record can have is left out: whoever reads finds a gap there. */
async function* linesIn(
  statements: Statements,
  lines: string,
  of: readonly string[],
  from = 0,
): AsyncGenerator<string> {
  for (let next = from; ; ) {
    const rows = await statements.rows(
      `select seq, line, lines from (
         select seq, line, count(*) over () as lines, sum(octet_length(line)) over (order by seq) - octet_length(line) as before
         from (${lines} and seq >= $1 and octet_length(line) <= $4 order by seq limit $2) page
       ) sized where before < $3 order by seq`,
      [next, pageLines, pageBytes, longestRecord, ...of],
    );
    for (const row of rows) yield textOf(row, 'line');
    const last = rows.at(-1);
    if (
      last === undefined ||
      (numberOf(last, 'lines') < pageLines && numberOf(last, 'lines') === rows.length)
    )
      return;
    next = numberOf(last, 'seq') + 1;
  }
}

/** Takes the lines of that fleet and of no other, whatever a store says. */
export function fleetReader(id: string, shown: string, each: (record: FleetRecord) => void) {
  const target = `${shown} (${id})`;
  return fleetLines(target, (record) => {
    if (record.type === 'fleet.opened' && record.fleet_id !== id)
      throw fail('fleet_broken', { operation: 'read', target, seq: 0, reason: 'other_fleet' });
    each(record);
  });
}

/** A fleet whose new records are taken in as they come. */
export class FollowedFleet {
  readonly state = newFleetState();
  readonly #id: string;
  readonly #reader: ReturnType<typeof fleetLines>;

  constructor(id: string, shown: string, onRecord: (record: FleetRecord) => void = () => {}) {
    this.#id = id;
    this.#reader = fleetReader(id, shown, (record) => {
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
