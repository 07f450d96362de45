// A session that is to leave: opened so that nobody else writes to it meanwhile, and refused where it cannot go on elsewhere.

import { fail } from '../protocol/codes.js';
import type { PlannedRun, RecordOf, SessionRecord } from '../protocol/records.js';
import { openSession } from '../session/open.js';
import { ownSessions } from '../session/own-sessions.js';
import type { Redactor } from '../session/redact.js';
import type { SessionWriter } from '../session/writer.js';
import type { Clock } from '../time/clock.js';

export interface SessionServices {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly redactor: Redactor;
}

export interface DepartingSession {
  readonly path: string;
  readonly writer: SessionWriter;
  readonly session_id: string;
  readonly first: string;
  readonly isOwn: boolean;
  readonly runs: readonly PlannedRun[];
  /** The record by which it left, where it did and has not come back. */
  readonly left: RecordOf<'session.moved'> | undefined;
}

/** `anybodys`: also one that this machine would not resume without a question. */
export function openDeparting(
  path: string,
  { env, clock, redactor }: SessionServices,
  anybodys = false,
): DepartingSession {
  const origin = ownSessions(env).examine();
  let opened: RecordOf<'session.opened'> | undefined;
  let left: RecordOf<'session.moved'> | undefined;
  let agent = 'ctx';
  const runs: PlannedRun[] = [];
  const take = (record: SessionRecord) => {
    origin.take(record);
    if (record.type === 'session.opened') opened = record;
    if (record.type === 'session.opened' || record.type === 'session.appended') runs.push(...record.runs);
    if (record.type === 'run.opened' && record.agent.name !== 'ctx') agent = record.agent.name;
    if (record.type === 'session.moved') left = record.way === 'out' ? record : undefined;
  };
  const writer = openSession(path, { clock, redactor }, take, () => {
    const driven = runs.find(({ settings }) => settings.agent !== undefined)?.settings.agent;
    const name = typeof driven === 'object' ? driven.name : (driven ?? agent);
    // What another agent remembers is not in the log: it could not go on elsewhere.
    if (opened?.origin !== undefined || name !== 'ctx')
      throw fail('teleport_other_agent', {
        operation: 'teleport',
        target: path,
        agent: opened?.origin?.agent.name ?? name,
      });
    if (origin.ownership !== 'own' && !anybodys)
      throw fail('session_foreign', { operation: 'teleport', target: path, ownership: origin.ownership });
  });
  return {
    path,
    writer,
    session_id: opened?.session_id ?? '',
    first: origin.first,
    isOwn: origin.ownership === 'own',
    runs,
    left,
  };
}
