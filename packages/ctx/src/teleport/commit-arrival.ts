// The point at which a session goes on here. The sender has sealed that it gave the session away, so nobody else goes on with it; from
// here on everything is done forward, and doing it again after a crash changes nothing that was done.

import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { invalidParams } from '../acp/rpc-error.js';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { fillIndex, keepContent, pointTo } from '../git/bundle.js';
import { eachFile } from '../git/tree-listing.js';
import { isSystemError } from '../protocol/failure.js';
import { canonical } from '../protocol/json.js';
import { membersOf } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { PlannedRun, RecordOf } from '../protocol/records.js';
import { openSession } from '../session/open.js';
import { ownSessions } from '../session/own-sessions.js';
import { readSession } from '../session/reader.js';
import { appendSealed, beginsWith, cutTorn, putLogInPlace, readArrived, runsIn } from './arriving-log.js';
import { bounded, bounds } from './bounded-fields.js';
import { destinationOf } from './destination.js';
import { loosenedBy } from './loosened.js';
import { keptManifest } from './manifest.js';
import { isAsExpected, putFile, removeFile } from './put-files.js';
import type { ReceivingServices } from './receiving-services.js';
import { keptPlan, type Plan, refuseObstacles } from './stage-arrival.js';
import type { Arrival, Staging } from './staging.js';
import { targetState } from './target-state.js';
import type { TreeFile } from './tree-entry.js';

export interface Arriving {
  readonly arrival: Arrival;
  readonly staging: Staging;
  /** The line by which the sender gave the session away. */
  readonly record: unknown;
}

/** The record by which this side says that it has the session, as its log has it. */
export async function commitArrival(arriving: Arriving, services: ReceivingServices): Promise<string> {
  const { arrival, staging } = arriving;
  const { log } = arrival;
  const before = inPlace(arrival, staging);
  if (before !== undefined) return finished(arriving, before, services);
  takeSeal(arriving);
  if (arrival.phase === 'staged') {
    await refuseChangedSince(arrival, services);
    staging.keep({ ...arrival, phase: 'committing' });
  }
  await putWorkspace(arriving);
  const receipt = sealArrival(arriving, services);
  // Before it can be resumed.
  isTrusted(arrival, staging, services);
  putLogInPlace(staging.log, log);
  return finished(arriving, receipt, services);
}

/** The session goes on here from the moment that its log is in its place; what is left is to remember that. */
function finished(
  { arrival, staging }: Pick<Arriving, 'arrival' | 'staging'>,
  receipt: RecordOf<'session.moved'>,
  services: ReceivingServices,
): string {
  if (isTrusted(arrival, staging, services)) countAsOwn(arrival, receipt, services);
  const line = canonical(receipt);
  staging.keep({ ...arrival, phase: 'committed', receipt: line });
  staging.clear();
  return line;
}

/** Its own later head would only be made older. */
function countAsOwn(
  { log, offer }: Arrival,
  receipt: RecordOf<'session.moved'>,
  { env }: Pick<ReceivingServices, 'env'>,
): void {
  if (readSession(log).head?.hash === receipt.hash) ownSessions(env).remember(offer.first, receipt.hash);
}

/**
 * An accepted teleport counts as our own session, unless what came since we had it asks for more than a run here could have. What we
 * knew of it before then says nothing any more.
 */
function isTrusted({ offer }: Arrival, staging: Staging, { env, trusting }: ReceivingServices): boolean {
  const origin = ownSessions(env).examine();
  const isOwn = () => origin.ownership === 'own';
  let runs: PlannedRun[] = [];
  readSession(staging.log, (record) => {
    const wasOwn = isOwn();
    origin.take(record);
    runs.push(...runsIn(record));
    if (!wasOwn && isOwn()) runs = [];
  });
  if (trusting || loosenedBy(runs) === undefined) return true;
  ownSessions(env).forget(offer.first);
  return false;
}

/**
 * What is known of a teleport, after a crash, too: where its log is in its place the session goes on here, whether that was noted or
 * not, and may have gone on since.
 */
export function settledArrival(staging: Staging, services: ReceivingServices): Arrival | undefined {
  const arrival = staging.arrival();
  if (arrival?.phase !== 'committing') return arrival;
  const receipt = inPlace(arrival, staging);
  if (receipt !== undefined) finished({ arrival, staging }, receipt, services);
  return staging.arrival();
}

/** The record of the arrival, where the session's file begins with all that was staged. */
function inPlace(
  { offer, log: path, phase }: Arrival,
  staging: Staging,
): RecordOf<'session.moved'> | undefined {
  if (phase !== 'committing' || !isThere(path) || !isThere(staging.log)) return undefined;
  cutTorn(staging.log);
  const { last, bytes } = readArrived(staging.log, offer);
  if (last.type !== 'session.moved' || last.way !== 'in' || last.ticket !== offer.ticket) return undefined;
  return beginsWith(path, staging.log, bytes) ? last : undefined;
}

/** Behind the log that was staged, once. */
function takeSeal({ arrival: { offer }, staging, record }: Arriving): void {
  cutTorn(staging.log);
  const { head, moved, last } = readArrived(staging.log, offer);
  if (moved !== undefined && moved.ticket === offer.ticket && last === moved) return;
  if (head.hash !== offer.log.head) throw invalidParams('the staged log has changed');
  const sealed = sealFrom(bounded(record, 'record', bounds.record));
  if (
    sealed.prev !== head.hash ||
    sealed.seq !== head.seq + 1 ||
    sealed.ticket !== offer.ticket ||
    sealed.tree !== offer.tree.digest
  )
    throw invalidParams('the record does not give this session away');
  appendSealed(staging.log, sealed);
  // Its hash and shape are checked as those of every other record.
  const now = readArrived(staging.log, offer);
  if (now.moved?.hash !== sealed.hash || now.moved.way !== 'out')
    throw invalidParams('the record does not give this session away');
}

function sealFrom(line: string): RecordOf<'session.moved'> {
  const value = parsedJson(line);
  if (!isMoved(value)) throw invalidParams('the record does not give this session away');
  return value;
}

/** Only what is needed to append it; the log's own reader checks the rest. */
function isMoved(value: unknown): value is RecordOf<'session.moved'> {
  const { type, way, hash, prev, seq } = membersOf(value);
  const isSealed = typeof hash === 'string' && typeof prev === 'string' && typeof seq === 'number';
  return type === 'session.moved' && way === 'out' && isSealed;
}

async function refuseChangedSince({ offer, root, log }: Arrival, services: ReceivingServices): Promise<void> {
  const here = { kind: 'back', root, first: offer.first, log } as const;
  const destination = await destinationOf(offer, services.accepting && here, services.env);
  if ('code' in destination) return refuseObstacles([destination]);
  refuseObstacles((await targetState(destination, offer.git !== undefined, services.env['HOME'])).obstacles);
}

async function putWorkspace({ arrival, staging }: Arriving): Promise<void> {
  const { offer, root } = arrival;
  const plan = keptPlan(staging);
  makeFolders(root);
  if (offer.git !== undefined) putRepository(staging, root);
  for (const path of plan.remove) removeFile(root, path);
  await putFiles(plan, staging, root);
  if (offer.git !== undefined) await putIndex(staging, root, offer.git);
}

function putRepository(staging: Staging, root: string): void {
  const from = join(staging.repository, '.git');
  const to = join(root, '.git');
  if (!isThere(from) || isThere(to)) return;
  const beside = join(root, `.git.${staging.ticket}.tmp`);
  rmSync(beside, { recursive: true, force: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isSystemError(error, 'EXDEV')) throw error;
    cpSync(from, beside, { recursive: true });
    renameSync(beside, to);
  }
}

async function putFiles({ files }: Plan, staging: Staging, root: string): Promise<void> {
  const { ticket } = staging;
  const missing = files.filter(({ file }) => !isAsExpected(root, file));
  const fromGit: { readonly id: string; readonly size: number; readonly file: TreeFile }[] = [];
  for (const { file, id } of missing) {
    if (file.kind === 'link') putFile(root, file, '', ticket);
    else if (id === undefined) putFile(root, file, staging.content(file.digest), ticket);
    else fromGit.push({ id, size: file.size, file });
  }
  await eachFile(root, fromGit, ({ file }, content) => putFile(root, file, content, ticket));
}

async function putIndex(
  staging: Staging,
  root: string,
  git: NonNullable<Arrival['offer']['git']>,
): Promise<void> {
  const { index } = keptManifest(staging);
  const lines: string[] = [];
  for (const { path, mode, id, digest } of index) {
    const kept = digest === undefined ? id : await keepContent(root, staging.content(digest));
    if (kept !== id) throw invalidParams('the index names a content that did not come');
    lines.push(mode === '000000' ? `0 ${'0'.repeat(id.length)}\t${path}` : `${mode} ${id}\t${path}`);
  }
  const wrong = (await pointTo(root, git.commit, git.branch)) ?? (await fillIndex(root, git.commit, lines));
  if (wrong !== undefined) throw invalidParams(`git cannot check the commit out: ${wrong.slice(0, 300)}`);
}

/** Written once: after a crash the record that is there is the one. */
function sealArrival(
  { arrival: { offer }, staging }: Arriving,
  services: ReceivingServices,
): RecordOf<'session.moved'> {
  const { last } = readArrived(staging.log, offer);
  if (last.type === 'session.moved' && last.way === 'in' && last.ticket === offer.ticket) return last;
  const writer = openSession(staging.log, {
    clock: services.clock,
    redactor: services.redactor,
    withoutSpare: true,
  });
  try {
    const record = writer.append('session.moved', {
      way: 'in',
      peer: `${offer.from.host}:${offer.from.root}`,
      by: services.user,
      tree: offer.tree.digest,
      ticket: offer.ticket,
    });
    writer.sync();
    return record;
  } finally {
    writer.close();
  }
}
