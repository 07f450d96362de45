// What a person trusted, by project folder: a file in the user's own config folder, never in a project.

import { closeSync, fstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { waitForLock } from '../disk/lock.js';
import { openRegularFile } from '../disk/read.js';
import { writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import { parseTrust, type TrustBook, type TrustedItem } from './trust-book.js';

export interface TrustPlace {
  /** The project. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const largest = 8 * 1024 * 1024;
const patienceMs = 10_000;

/** A project is known by where it really lies: a copy, a worktree and a folder inside it are others. */
export function projectKey(root: string): string {
  try {
    return realpathSync(root);
  } catch (cause) {
    throw unavailable(root, 'the project’s folder cannot be resolved', cause);
  }
}

export function trustedIn(place: TrustPlace): readonly TrustedItem[] {
  return readBook(trustFile(place)).projects[projectKey(place.root)] ?? [];
}

/** Replaces what was trusted under the same kind and path. */
export function addTrust(place: TrustPlace, items: readonly TrustedItem[]): Promise<void> {
  return change(place, (old) => [
    ...old.filter(({ kind, path }) => !items.some((item) => item.kind === kind && item.path === path)),
    ...items,
  ]);
}

export async function revokeTrust(
  place: TrustPlace,
  isMeant: (item: TrustedItem) => boolean,
): Promise<readonly TrustedItem[]> {
  let revoked: readonly TrustedItem[] = [];
  await change(place, (old) => {
    revoked = old.filter(isMeant);
    return old.filter((item) => !isMeant(item));
  });
  return revoked;
}

/** Throws where there is no place that is the user's own and outside of the project. */
export function trustFile({ root, env }: TrustPlace): string {
  const { XDG_CONFIG_HOME: config = '', HOME: home = '' } = env;
  const folder = isAbsolute(config) ? config : isAbsolute(home) ? join(home, '.config') : undefined;
  if (folder === undefined) throw unavailable('HOME', 'HOME is not set, so there is no place to keep it');
  const path = join(folder, 'ctx', 'trust.json');
  if (`${realPlace(path)}${sep}`.startsWith(`${projectKey(root)}${sep}`)) {
    throw unavailable(path, 'it lies inside the project that it should judge');
  }
  return path;
}

async function change(
  place: TrustPlace,
  make: (old: readonly TrustedItem[]) => readonly TrustedItem[],
): Promise<void> {
  const path = trustFile(place);
  const key = projectKey(place.root);
  try {
    makeFolders(dirname(path), 0o700);
  } catch (error) {
    throw writeFailure(error, dirname(path));
  }
  const lockFile = `${path}.lock`;
  const attempt = await waitForLock(lockFile, patienceMs);
  if (!attempt.taken)
    throw fail('store_busy', { operation: 'lock', target: path, lockFile, ...attempt.owner });
  try {
    const { projects } = readBook(path);
    const { [key]: old = [], ...others } = projects;
    const items = make(old);
    const book: TrustBook = {
      version: 1,
      projects: items.length === 0 ? others : { ...others, [key]: items },
    };
    writeAtomically(path, `${JSON.stringify(book, null, 2)}\n`, 0o600);
  } finally {
    attempt.lock.release();
  }
}

function readBook(path: string): TrustBook {
  let text: string;
  try {
    text = ownText(path);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return { version: 1, projects: {} };
    if (cause instanceof Failure) throw cause;
    throw unavailable(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
  const book = parseTrust(text);
  if (book === undefined)
    throw unavailable(path, 'it is damaged; `ctx trust` writes it anew once it is deleted');
  return book;
}

/** Of a file that only its owner can change, and whose owner we are. */
function ownText(path: string): string {
  const descriptor = openRegularFile(path);
  try {
    const { uid, mode, size } = fstatSync(descriptor);
    const us = process.getuid?.();
    if (us !== undefined && ((uid !== us && uid !== 0) || (mode & 0o022) !== 0))
      throw unavailable(path, 'others on this machine can change it; `chmod 600` it');
    if (size > largest) throw unavailable(path, 'it is too large');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Where a path leads, as far as it is there. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPlace(parent), path.slice(parent.length));
  }
}

function unavailable(target: string, reason: string, cause?: unknown) {
  return fail('trust_unavailable', { operation: 'trust', target, reason, cause });
}
