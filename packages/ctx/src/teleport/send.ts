// The sending side of a teleport: offer, ask what stands in the way, send what is missing, have it verified, seal that the session was
// given away, and only then have the other side go on with it. Called again after a crash, it goes on where it was.

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import type { Connection } from '../acp/connection.js';
import { removeIfPossible } from '../disk/remove-if-possible.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import { knownCommits, writeBundle } from '../git/bundle.js';
import { isAncestor } from '../git/checked-out.js';
import { repositoryTop } from '../git/repository.js';
import { fail } from '../protocol/codes.js';
import { canonical } from '../protocol/json.js';
import { formatVersion, type RecordOf } from '../protocol/records.js';
import { ownSessions } from '../session/own-sessions.js';
import { type Ask, asker } from './ask.js';
import { type DepartingSession, openDeparting, type SessionServices } from './departing-session.js';
import { type Obstacle, obstacle } from './obstacles.js';
import { keepOutgoing, type Outgoing, outgoingOf } from './outgoing.js';
import { receiptFrom } from './receipt.js';
import { sendContents } from './send-contents.js';
import type { Offer, OfferAnswer } from './wire.js';
import { type WorkspaceFiles, workspaceFiles } from './workspace-files.js';

export interface Sending extends SessionServices {
  readonly connection: Connection;
  readonly version: string;
  readonly user: string;
  /** The session's file, and the root of the project that it is in. */
  readonly path: string;
  readonly root: string;
  /** As it is kept, to find the session again. */
  readonly target: string;
  readonly into: string;
  readonly allowOtherVersion: boolean;
  /** Only say what stands in the way, and what would move. */
  readonly isCheck: boolean;
  /** It came by a teleport whose sender asks for it: whose it is here does not matter. */
  readonly anybodys?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Sent {
  readonly state: 'checked' | 'moved';
  readonly session_id: string;
  readonly peer: string;
  /** The folder of the project on the other side. */
  readonly folder: string;
  readonly files: number;
  /** Of the whole workspace, and what of it and of the log went over the wire. */
  readonly bytes: number;
  readonly sent: number;
  readonly left: readonly string[];
}

export async function sendSession(sending: Sending): Promise<Sent> {
  const session = openDeparting(sending.path, sending, sending.anybodys);
  try {
    return await sent(session, sending);
  } finally {
    session.writer.close();
  }
}

async function sent(session: DepartingSession, sending: Sending): Promise<Sent> {
  const ask = asker(sending.connection, sending.signal);
  const { left } = session;
  const known = outgoingOf(session.first, sending.env);
  if (left === undefined) return transferred(session, sending, ask, newTicket(), undefined);
  const { ticket } = left;
  const isOurs =
    ticket !== undefined &&
    (known === undefined || known.ticket !== ticket || known.target === sending.target);
  if (ticket === undefined || !isOurs || known?.receipt !== undefined)
    throw fail('session_moved', { operation: 'teleport', target: session.path, peer: left.peer });
  const { phase, receipt } = await ask.state(ticket);
  const outgoing = { ...outgoingFor(session, sending, ticket), peer: left.peer };
  if (phase === 'aborted') throw fail('teleport_cancelled', { operation: 'teleport', target: session.path });
  if (phase === 'unknown' || phase === 'receiving') return transferred(session, sending, ask, ticket, left);
  const line = phase === 'committed' ? receipt : await ask.commit(ticket, canonical(left));
  settle(session, sending, left, outgoing, line);
  return { ...nothingSent(session, left), state: 'moved' };
}

async function transferred(
  session: DepartingSession,
  sending: Sending,
  ask: Ask,
  ticket: string,
  sealed: RecordOf<'session.moved'> | undefined,
): Promise<Sent> {
  const top = repositoryTop(sending.root, sending.env['HOME']) ?? sending.root;
  const workspace = await workspaceFiles(top, sending.env['HOME']);
  if (sealed !== undefined && workspace.digest !== sealed.tree)
    throw fail('teleport_changed', { operation: 'teleport', target: session.path });
  const offer = await offerOf(session, sending, ticket, workspace);
  const answer = await ask.offer(offer);
  refuseObstacles(session, [
    ...workspace.obstacles,
    ...answer.obstacles,
    ...(await divergence(workspace, answer)),
  ]);
  const temporary = makeTemporaryFolder('teleport');
  try {
    const bundle = await bundleFor(workspace, answer, join(temporary, 'bundle'), session);
    const before = logThere(session, answer);
    const wanted = await ask.manifest(ticket, workspace, {
      bundle: bundle === undefined ? 0 : statSync(bundle).size,
      log: session.writer.bytes - before,
    });
    refuseObstacles(session, wanted.obstacles);
    const peer = `${answer.host}:${answer.root}`;
    const said = {
      session_id: session.session_id,
      peer,
      folder: offer.within === '' ? answer.root : join(answer.root, offer.within),
      files: workspace.files.size,
      bytes: workspace.bytes,
      left: workspace.left,
    };
    if (sending.isCheck) {
      const sizes = new Map(
        workspace.entries.flatMap((one) => (one.kind === 'file' ? [[one.digest, one.size]] : [])),
      );
      const contents = wanted.wanted.reduce((sum, digest) => sum + (sizes.get(digest) ?? 0), 0);
      const others = (bundle === undefined ? 0 : statSync(bundle).size) + session.writer.bytes - before;
      await ask.abort(ticket);
      return { ...said, state: 'checked', sent: contents + others };
    }
    const bytesSent = await sendContents(
      { ask, ticket, session, workspace, bundle, logFrom: before },
      wanted.wanted,
    );
    await ask.stage(ticket, offer.log.head, workspace.digest);
    const outgoing = { ...outgoingFor(session, sending, ticket), peer };
    // Before the seal: whoever finds that afterwards finds the way, too.
    keepOutgoing(session.first, outgoing, sending.env);
    const seal = sealed ?? sealDeparture(session, sending, peer, ticket, workspace.digest);
    settle(session, sending, seal, outgoing, await ask.commit(ticket, canonical(seal)));
    return { ...said, state: 'moved', sent: bytesSent };
  } finally {
    removeIfPossible(join(temporary, 'bundle'));
    removeIfPossible(temporary);
  }
}

/** From here on the session does not go on here. */
function sealDeparture(
  { writer }: DepartingSession,
  { user }: Sending,
  peer: string,
  ticket: string,
  tree: string,
): RecordOf<'session.moved'> {
  const record = writer.append('session.moved', { way: 'out', peer, by: user, tree, ticket });
  writer.sync();
  return record;
}

/** The other side has it: its own record of that is kept. */
function settle(
  { first, isOwn }: DepartingSession,
  { env }: Sending,
  seal: RecordOf<'session.moved'>,
  outgoing: Outgoing,
  line: string | undefined,
): void {
  const receipt = receiptFrom(line, seal);
  if (isOwn) ownSessions(env).remember(first, seal.hash);
  keepOutgoing(first, { ...outgoing, receipt }, env);
}

async function offerOf(
  { writer, session_id, first, runs }: DepartingSession,
  { root, into, user, version, allowOtherVersion }: Sending,
  ticket: string,
  { top, git, digest, files, bytes }: WorkspaceFiles,
): Promise<Offer> {
  const { head } = writer;
  if (head === undefined) throw new TypeError('a session that was read has a last record');
  const models = new Map(
    runs.map(({ settings: { model, base_url } }) => [`${model} ${base_url}`, { model, base_url }]),
  );
  return {
    ticket,
    session_id,
    first,
    from: { host: hostname(), root: top, user },
    into: into === '' && basename(top) === '' ? 'workspace' : into,
    within: relative(top, root).split(sep).join('/'),
    format: formatVersion,
    version,
    allowOtherVersion,
    models: Array.from(models.values(), ({ model, base_url }) => ({
      model,
      ...(base_url !== undefined && { base_url }),
    })),
    log: { bytes: writer.bytes, head: head.hash },
    ...(git !== undefined && {
      git: {
        commit: git.checkedOut.commit,
        ...(git.checkedOut.branch !== undefined && { branch: git.checkedOut.branch }),
        known: await knownCommits(top),
      },
    }),
    tree: { digest, files: files.size, bytes },
  };
}

/** A branch there that has commits which are not here would lose them. */
async function divergence({ git, top }: WorkspaceFiles, { branchTip }: OfferAnswer): Promise<Obstacle[]> {
  if (git === undefined || branchTip === undefined) return [];
  const { commit, branch } = git.checkedOut;
  return (await isAncestor(top, branchTip, commit)) ? [] : [obstacle('target_diverged', [branch ?? 'HEAD'])];
}

function refuseObstacles({ path }: DepartingSession, obstacles: readonly Obstacle[]): void {
  if (obstacles.length > 0)
    throw fail('teleport_obstructed', { operation: 'teleport', target: path, obstacles });
}

async function bundleFor(
  { git, top }: WorkspaceFiles,
  { commits }: OfferAnswer,
  file: string,
  { path }: DepartingSession,
): Promise<string | undefined> {
  if (git === undefined || commits.includes(git.checkedOut.commit)) return undefined;
  const wrong = await writeBundle(top, file, commits);
  if (wrong === undefined) return file;
  throw fail('teleport_git', { operation: 'teleport', target: path, reason: wrong.slice(0, 500) });
}

/** How much of the log the other side has; it left from there once. */
function logThere({ writer }: DepartingSession, { log }: OfferAnswer): number {
  return log === undefined || log.bytes > writer.bytes ? 0 : log.bytes;
}

function outgoingFor({ session_id }: DepartingSession, { target, into }: Sending, ticket: string) {
  return { ticket, session_id, target, into };
}

function nothingSent({ session_id }: DepartingSession, { peer }: RecordOf<'session.moved'>) {
  return {
    session_id,
    peer,
    folder: peer.slice(peer.indexOf(':') + 1),
    files: 0,
    bytes: 0,
    sent: 0,
    left: [],
  };
}

export function newTicket(): string {
  return `t-${randomBytes(16).toString('hex')}`;
}
