// The three things that can be done with a session that is to be elsewhere: move it, bring it back, call it off.

import type { Connection } from '../../acp/connection.js';
import { countOf, listOf, membersOf } from '../../acp/fields.js';
import type { Services } from '../../cli/command.js';
import { repositoryTop } from '../../git/repository.js';
import { userName } from '../../machine/user-name.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { ownSessions } from '../../session/own-sessions.js';
import { redactorFor } from '../../session/redact.js';
import { asked, asker } from '../../teleport/ask.js';
import { openDeparting } from '../../teleport/departing-session.js';
import { methods } from '../../teleport/methods.js';
import { outgoingOf } from '../../teleport/outgoing.js';
import { receiver } from '../../teleport/receive.js';
import { type Sent, sendSession } from '../../teleport/send.js';
import { receivingServices } from './receiving.js';

export interface Moving {
  /** The session's file. */
  readonly path: string;
  readonly target: string;
  readonly into: string;
  readonly allowOtherVersion: boolean;
  readonly isCheck: boolean;
}

export function moveThere(moving: Moving, connection: Connection, services: Services): Promise<Sent> {
  const { signal } = services;
  return sendSession({ ...moving, ...senderHere(services), connection, root: projectRoot(services), signal });
}

/** Who sends, and what must not be told. */
export function senderHere({ env, clock, program }: Services) {
  return { env, clock, redactor: redactorFor(env), version: program.version, user: userName(env) };
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

export function departedSession(path: string, services: Services): Departed {
  const { env, clock } = services;
  const session = openDeparting(path, { env, clock, redactor: redactorFor(env) }, true);
  session.writer.close();
  const { left, first, session_id } = session;
  if (left === undefined) throw fail('teleport_not_moved', { operation: 'teleport', target: path });
  const known = outgoingOf(first, env);
  const outgoing = known?.ticket === left.ticket ? known : undefined;
  const { ticket = '', peer } = left;
  const hasArrived = outgoing?.receipt !== undefined;
  return { path, session_id, first, ticket, peer, target: outgoing?.target, hasArrived };
}

/** What the other side may ask of us while it sends the session back. */
export function receiverFor({ path, first }: Departed, trusting: boolean, services: Services) {
  const root = projectRoot(services);
  const top = repositoryTop(root, services.env['HOME']) ?? root;
  return receiver(receivingServices({ kind: 'back', root: top, first, log: path }, trusting, services));
}

export async function bringBack(
  { ticket }: Departed,
  allowOtherVersion: boolean,
  connection: Connection,
  { signal }: Services,
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
  services: Services,
): Promise<void> {
  const { env, clock, signal } = services;
  const session = openDeparting(path, { env, clock, redactor: redactorFor(env) });
  try {
    if (session.left === undefined) throw fail('teleport_not_moved', { operation: 'teleport', target: path });
    const { phase } = await asker(connection, signal).abort(ticket);
    if (phase === 'committed') throw fail('teleport_arrived', { operation: 'teleport', target: path, peer });
    takeBack(session, false, services);
  } finally {
    session.writer.close();
  }
}

/** Without the other side's word. The log says so for good: if that side comes back, there may be two. */
export function takeBackUnanswered({ path }: Departed, services: Services): void {
  const { env, clock } = services;
  const session = openDeparting(path, { env, clock, redactor: redactorFor(env) });
  try {
    if (session.left === undefined) throw fail('teleport_not_moved', { operation: 'teleport', target: path });
    takeBack(session, true, services);
  } finally {
    session.writer.close();
  }
}

function takeBack(
  { writer, left, first }: ReturnType<typeof openDeparting>,
  unanswered: boolean,
  { env }: Services,
): void {
  writer.append('session.moved', {
    way: 'in',
    peer: left?.peer ?? '',
    by: userName(env),
    ...(left?.tree !== undefined && { tree: left.tree }),
    ...(left?.ticket !== undefined && { ticket: left.ticket }),
    ...(unanswered && { unanswered }),
  });
  writer.sync();
  ownSessions(env).remember(first, writer.head?.hash ?? first);
}
