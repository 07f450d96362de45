// A session that left this machine, and the ways in which it goes on here again: sent back, called off, or taken back without the other
// side's word.

import type { Connection } from '../acp/connection.js';
import { countOf, listOf, membersOf } from '../acp/fields.js';
import { fail } from '../protocol/codes.js';
import { ownSessions } from '../session/own-sessions.js';
import { asked, asker } from './ask.js';
import { type DepartingSession, openDeparting, type SessionServices } from './departing-session.js';
import { methods } from './methods.js';
import { outgoingOf } from './outgoing.js';

/** Whose session it is. */
export interface Owner extends SessionServices {
  readonly user: string;
  readonly signal: AbortSignal;
}

/** What is known of a session that left. */
export interface Departed {
  readonly path: string;
  readonly session_id: string;
  readonly first: string;
  readonly ticket: string;
  readonly peer: string;
  /** Where nobody remembers the way, the person names it. */
  readonly target: string | undefined;
  /** Whether the other side has shown that it has the session. */
  readonly hasArrived: boolean;
}

export function departedSession(path: string, services: SessionServices): Departed {
  const session = openDeparting(path, services, true);
  session.writer.close();
  const { left, first, session_id } = session;
  if (left === undefined) throw fail('teleport_not_moved', { operation: 'teleport', target: path });
  const known = outgoingOf(first, services.env);
  const outgoing = known?.ticket === left.ticket ? known : undefined;
  const { ticket = '', peer } = left;
  const hasArrived = outgoing?.receipt !== undefined;
  return { path, session_id, first, ticket, peer, target: outgoing?.target, hasArrived };
}

export async function bringBack(
  { ticket }: Departed,
  allowOtherVersion: boolean,
  connection: Connection,
  { signal }: Owner,
): Promise<{ readonly sent: number; readonly left: readonly string[] }> {
  const answer = membersOf(await asked(connection, methods.return, { ticket, allowOtherVersion }, signal));
  return {
    sent: countOf(answer['sent']) ?? 0,
    left: listOf(answer['left']).filter((path) => typeof path === 'string'),
  };
}

/** Only where the other side says that it will never go on with it, it goes on here. */
export async function callOff(
  { path, ticket, peer }: Departed,
  connection: Connection,
  owner: Owner,
): Promise<void> {
  const session = openDeparting(path, owner);
  try {
    if (session.left === undefined) throw fail('teleport_not_moved', { operation: 'teleport', target: path });
    const { phase } = await asker(connection, owner.signal).abort(ticket);
    if (phase === 'committed') throw fail('teleport_arrived', { operation: 'teleport', target: path, peer });
    takeBack(session, false, owner);
  } finally {
    session.writer.close();
  }
}

/** Without the other side's word. The log says so for good: if that side comes back, there may be two. */
export function takeBackUnanswered({ path }: Departed, owner: Owner): void {
  const session = openDeparting(path, owner);
  try {
    if (session.left === undefined) throw fail('teleport_not_moved', { operation: 'teleport', target: path });
    takeBack(session, true, owner);
  } finally {
    session.writer.close();
  }
}

function takeBack(
  { writer, left, first }: DepartingSession,
  unanswered: boolean,
  { env, user }: Owner,
): void {
  writer.append('session.moved', {
    way: 'in',
    peer: left?.peer ?? '',
    by: user,
    ...(left?.tree !== undefined && { tree: left.tree }),
    ...(left?.ticket !== undefined && { ticket: left.ticket }),
    ...(unanswered && { unanswered }),
  });
  writer.sync();
  ownSessions(env).remember(first, writer.head?.hash ?? first);
}
