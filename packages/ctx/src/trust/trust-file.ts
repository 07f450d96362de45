// What a person trusted, by project folder: a file in the user's own config folder, never in a project.

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { changeOwnFile, readOwnFile } from '../disk/own-file.js';
import { realPlace } from '../disk/real-place.js';
import { diskTrouble } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { userFolder } from '../disk/user-folder.js';
import { isWithin } from '../disk/within.js';
import { fail } from '../protocol/codes.js';
import { parseTrust, type TrustBook, type TrustedItem } from './trust-book.js';

export interface TrustPlace {
  /** The project. */
  readonly root: string;
  readonly env: Environment;
}

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
export function trustFile(place: TrustPlace): string {
  const path = userFile('trust.json', place);
  if (path === undefined)
    throw unavailable('HOME', place.env['HOME'] ? 'it is not an absolute path' : 'it is not set');
  if (isInProject(path, place)) throw unavailable(path, 'it is inside the project that it should judge');
  return path;
}

/** A file of the user's own config folder; nothing for a user without a home. */
export function userFile(name: string, { env }: Pick<TrustPlace, 'env'>): string | undefined {
  const folder = userFolder('config', env);
  return folder === undefined ? undefined : join(folder, name);
}

/** Then it is the project's word, wherever it was looked for. */
export function isInProject(path: string, { root }: Pick<TrustPlace, 'root'>): boolean {
  return isWithin(projectKey(root), whereItLies(path));
}

async function change(
  place: TrustPlace,
  make: (old: readonly TrustedItem[]) => readonly TrustedItem[],
): Promise<void> {
  const path = trustFile(place);
  const key = projectKey(place.root);
  await changeOwnFile(path, (): TrustBook => {
    const { [key]: old = [], ...others } = readBook(path).projects;
    const items = make(old);
    return { version: 1, projects: items.length === 0 ? others : { ...others, [key]: items } };
  });
}

function readBook(path: string): TrustBook {
  const unusable = (reason: string, cause?: unknown) => unavailable(path, reason, cause);
  const text = readOwnFile({ path, withheld: 'change', unusable });
  if (text === undefined) return { version: 1, projects: {} };
  const book = parseTrust(text);
  if (book === undefined) throw unusable('it is damaged; `ctx trust` writes it anew once it is deleted');
  return book;
}

function whereItLies(path: string): string {
  try {
    return realPlace(path);
  } catch (cause) {
    throw unavailable(path, diskTrouble(cause) ?? String(cause), cause);
  }
}

function unavailable(target: string, reason: string, cause?: unknown) {
  return fail('trust_unavailable', { operation: 'trust', target, reason, cause });
}
