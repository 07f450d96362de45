// One call of `ctx teleport-mode`: the way to the other side, what is done there, and what people read of it.

import type { Connection, Handlers } from '../../acp/connection.js';
import type { Services } from '../../cli/command.js';
import { counted, neutral } from '../../cli/terminal.js';
import { fail } from '../../protocol/codes.js';
import { bringBack, callOff, type Departed, departedSession } from '../../teleport/departed-session.js';
import type { Sent } from '../../teleport/send.js';
import { type Moving, moveThere, receiverFor, senderHere } from './move.js';
import { connectPeer } from './peer.js';
import { type Way, type WayFlags, wayTo } from './way-to.js';

interface Wanted extends Omit<Moving, 'target'> {
  readonly target: string | undefined;
  /** What comes back may be what a run could not bring. */
  readonly trusting: boolean;
  /** It is taken back without the other side's word. */
  readonly isTargetGone: boolean;
}

/** Where it is once it was moved, and the way there. */
export interface Arrived {
  readonly text: string;
  readonly talk?: {
    readonly session_id: string;
    readonly folder: string;
    readonly way: Way;
    readonly target: string;
  };
}

export async function teleport(
  what: 'move' | 'back' | 'cancel',
  wanted: Wanted,
  flags: WayFlags,
  services: Services,
): Promise<Arrived> {
  if (what === 'move') {
    const { target = '' } = wanted;
    const way = wayTo(target, flags, services);
    const sent = await connected(target, way, services, {}, (connection) =>
      moveThere({ ...wanted, target }, connection, services),
    );
    const { session_id, folder } = sent;
    const text = movedText(sent, target);
    return sent.state === 'moved' ? { text, talk: { session_id, folder, way, target } } : { text };
  }
  const departed = departedSession(wanted.path, senderHere(services));
  if (wanted.isTargetGone) {
    const { takeBackFromGone } = await import('./take-back.js');
    return { text: await takeBackFromGone(departed, wanted.target ?? departed.target, flags, services) };
  }
  const target = wanted.target ?? targetOf(departed);
  const way = wayTo(target, flags, services);
  if (what === 'cancel') {
    await connected(target, way, services, {}, (connection) =>
      callOff(departed, connection, senderHere(services)),
    );
    return { text: `session ${departed.session_id} continues here again\n` };
  }
  const receiving = receiverFor(departed, wanted.trusting, services);
  try {
    const { sent, left } = await connected(target, way, services, receiving.requests, (connection) =>
      bringBack(departed, wanted.allowOtherVersion, connection, senderHere(services)),
    );
    return {
      text: `session ${departed.session_id} is back from ${neutral(departed.peer)}: ${bytesText(sent)} moved\n${leftText(left, 'there')}ctx resume ${departed.session_id} continues it\n`,
    };
  } finally {
    await receiving.end();
  }
}

async function connected<T>(
  target: string,
  way: Way,
  services: Services,
  requests: Handlers['requests'],
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await way.greeted((carrier) => connectPeer(carrier, target, services, requests));
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

function targetOf({ target, path, peer }: Departed): string {
  if (target === undefined || target.startsWith('back:'))
    throw fail('teleport_way_unknown', { operation: 'teleport', target: path, peer });
  return target;
}

function movedText({ state, session_id, peer, files, bytes, sent, left }: Sent, target: string): string {
  const workspace = `${counted(files, 'file')}, ${bytesText(bytes)}`;
  if (state === 'checked')
    return `session ${session_id} can move to ${neutral(peer)}: ${bytesText(sent)} of a workspace with ${workspace}\n${leftText(left, 'here')}`;
  return `session ${session_id} moved to ${neutral(peer)}: ${bytesText(sent)} of a workspace with ${workspace}\n${leftText(left, 'here')}ctx teleport-mode --back ${session_id} brings it back from ${neutral(target)}\n`;
}

const mostNamed = 10;

function leftText(left: readonly string[], where: string): string {
  if (left.length === 0) return '';
  const rest = left.length - mostNamed;
  const named = left.slice(0, mostNamed).map(neutral).join(', ');
  return `stays ${where}: ${named}${rest > 0 ? ` and ${rest} more` : ''}\n`;
}

function bytesText(bytes: number): string {
  if (bytes < 10_000) return counted(bytes, 'byte');
  return bytes < 10_000_000 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;
}
