// Where a session that arrives is put, and what is there already. The receiver decides: below a folder that its owner named, or in
// exactly the place that the session left.

import { lstatSync, statfsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathInside } from '../disk/inside.js';
import { isThere } from '../disk/is-there.js';
import { realPlace } from '../disk/real-place.js';
import { branchTip, type CheckedOut, checkedOut, isRepositoryTop } from '../git/checked-out.js';
import type { SessionRecord } from '../protocol/records.js';
import { sessionId } from '../session/id.js';
import { readSession, soundReading } from '../session/reader.js';
import { type Obstacle, obstacle } from './obstacles.js';
import { isOwnPath } from './tree-entry.js';
import type { Offer } from './wire.js';

/** Who may put a session where. */
export type Accepting =
  /** Below a folder that the owner of this machine named. */
  | { readonly kind: 'below'; readonly folder: string }
  /** A session that left this folder may come back to it, and nothing else. */
  | { readonly kind: 'back'; readonly root: string; readonly first: string; readonly log: string };

export interface Destination {
  readonly root: string;
  /** The session's file. */
  readonly log: string;
  readonly repository: CheckedOut | undefined;
  /** What of the session is there: it left from here. */
  readonly earlier?: EarlierLog;
}

export interface EarlierLog {
  readonly bytes: number;
  readonly head: string;
  /** The workspace that it left with. */
  readonly tree: string | undefined;
}

export async function destinationOf(
  offer: Offer,
  accepting: Accepting | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Destination | Obstacle> {
  const root = rootFor(offer, accepting);
  if (typeof root !== 'string') return root;
  const { within } = offer;
  if (within !== '' && !(isOwnPath(within) && isPlainBelow(root, within)))
    return obstacle('leaves_root', [within]);
  const entry = lstatSync(root, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isDirectory())
    return obstacle('target_unusable', [root], 'it is not a folder');
  const log = accepting?.kind === 'back' ? accepting.log : logFor(root, offer, env);
  const earlier = isThere(log) ? earlierLog(log, offer) : undefined;
  if (earlier !== undefined && 'code' in earlier) return earlier;
  const repository = isRepositoryTop(root) ? await checkedOut(root) : undefined;
  if (typeof repository === 'string') return obstacle('target_unusable', [root], repository);
  if (repository === undefined && offer.git !== undefined && isRepositoryTop(root))
    return obstacle('target_unusable', [root], 'it is a git repository without a commit');
  return { root, log, repository, ...(earlier !== undefined && { earlier }) };
}

/** Through no link. */
function isPlainBelow(root: string, within: string): boolean {
  return realPlace(join(root, within)) === join(realPlace(root), within);
}

function rootFor({ into, from, first }: Offer, accepting: Accepting | undefined): string | Obstacle {
  if (accepting === undefined) return obstacle('not_accepted');
  if (accepting.kind === 'back') return accepting.first === first ? accepting.root : obstacle('not_accepted');
  const folder = realPlace(accepting.folder);
  if (into === '.' || (into === '' && isRepositoryTop(folder))) return folder;
  const name = into === '' ? basename(from.root) : into;
  if (!isOwnPath(name)) return obstacle('leaves_root', [name]);
  const root = join(folder, name);
  // A link on the way would lead elsewhere.
  return realPlace(root) === root ? root : obstacle('leaves_root', [name]);
}

function logFor(
  root: string,
  { session_id, within }: Offer,
  env: Readonly<Record<string, string | undefined>>,
) {
  const project = within === '' ? root : join(root, within);
  const named = env['CTX_SESSIONS_DIR'];
  const name = `${sessionId(session_id)}.jsonl`;
  return named ? join(resolve(project, named), name) : pathInside(project, '.context', 'sessions', name);
}

/** What is there must be the beginning of what comes, and must have left from here. */
function earlierLog(log: string, { first, session_id }: Offer): EarlierLog | Obstacle {
  let begins: string | undefined;
  let last: SessionRecord | undefined;
  const reading = readSession(log, (record) => {
    begins ??= record.hash;
    if (record.type === 'session.moved') last = record;
  });
  const { head } = soundReading(reading, log, 'read');
  if (begins !== first) return obstacle('session_there', [session_id]);
  if (last?.type !== 'session.moved' || last.way !== 'out')
    return obstacle('session_elsewhere', [session_id]);
  return { bytes: reading.wholeBytes, head: head.hash, tree: last.tree };
}

/** Where the branch points to that will be checked out. */
export async function tipsAt({ root, repository }: Destination, branch: string | undefined) {
  const tip = repository === undefined || branch === undefined ? undefined : await branchTip(root, branch);
  return {
    ...(repository !== undefined && { head: repository.commit }),
    ...(tip !== undefined && { branchTip: tip }),
  };
}

/** Bytes that can be written near a path. */
export function freeBytesAt(path: string): number {
  let folder = path;
  while (!isThere(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
