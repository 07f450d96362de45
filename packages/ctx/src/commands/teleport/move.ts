// What a command brings to a session that moves: who sends it, and what the other side may ask of us.

import type { Connection } from '../../acp/connection.js';
import type { Services } from '../../cli/command.js';
import { repositoryTop } from '../../git/repository.js';
import { userName } from '../../machine/user-name.js';
import { projectRoot } from '../../project/root.js';
import { redactorFor } from '../../session/redact.js';
import type { Departed } from '../../teleport/departed-session.js';
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
  return sendSession({ ...moving, ...senderHere(services), connection, root: projectRoot(services) });
}

/** Who sends, and what must not be told. */
export function senderHere({ env, clock, program, signal }: Services) {
  return { env, clock, redactor: redactorFor(env), version: program.version, user: userName(env), signal };
}

/** What the other side may ask of us while it sends the session back. */
export function receiverFor({ path, first }: Departed, trusting: boolean, services: Services) {
  const root = projectRoot(services);
  const top = repositoryTop(root, services.env['HOME']) ?? root;
  return receiver(receivingServices({ kind: 'back', root: top, first, log: path }, trusting, services));
}
