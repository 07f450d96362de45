// MCP servers in a host's settings file: put in and taken out so that everything else stays as it is, byte for byte.

import { isUtf8 } from 'node:buffer';
import { lstatSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtomicallyBy } from '../../disk/atomic.js';
import { sha256 } from '../../disk/digest.js';
import { makeFolders } from '../../disk/folders.js';
import { isThere } from '../../disk/is-there.js';
import { nonce } from '../../disk/nonce.js';
import { largestProjectFile, NotPlain, notPlainWords, readPlainFile } from '../../disk/plain-file.js';
import { realPlace } from '../../disk/real-place.js';
import { removeIfPossible } from '../../disk/remove-if-possible.js';
import { readFailure, writeFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { withoutMark } from '../../hosts/settings/document.js';
import { undone, undoOf } from '../../hosts/settings/edit.js';
import { fail } from '../../protocol/codes.js';
import { isSystemError } from '../../protocol/failure.js';
import { missingFolders, removeMade } from './made-folders.js';
import {
  forgetRecord,
  type InstallPlace,
  keepRecord,
  type PutServer,
  readRecord,
  type ServersRecord,
} from './records.js';
import { serverIn, withoutServers, withServers } from './server-text.js';

export interface SettingsPlace extends InstallPlace {
  readonly file: string;
  readonly member: string;
}

export interface SettingsChange {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The settings with one more server. Whatever else of ours is in them stays. */
export function putServer(
  env: Environment,
  place: SettingsPlace,
  server: PutServer,
  dryRun: boolean,
): SettingsChange {
  const { file, member } = place;
  const { before, base, ours, made } = lookedAt(env, place);
  const others = ours.filter(({ name }) => name !== server.name);
  const { text } = withoutMark(base ?? '');
  const there = serverIn(text, file, member, server.name);
  const twin = ours.find(({ name, id }) => name === server.name && id !== server.id);
  if (there !== undefined || twin !== undefined)
    throw fail('catalog_place_taken', {
      operation: 'install',
      target: server.id,
      place: `${server.name} in ${file}`,
      ours: twin?.id,
    });
  return change(env, place, { before, base, made }, [...others, server], dryRun);
}

/** Without that server: where it was the last of ours and nobody changed the file since, it gets its own bytes back. */
export function removeServer(
  env: Environment,
  place: SettingsPlace,
  server: PutServer,
  force: boolean,
  dryRun: boolean,
): SettingsChange {
  const { before, base, ours, made, isExact } = lookedAt(env, place);
  if (!isExact && !force && before !== undefined) {
    const there = serverIn(withoutMark(before).text, place.file, place.member, server.name);
    if (there !== undefined && JSON.stringify(there) !== JSON.stringify(server.value))
      throw fail('catalog_install_changed', {
        operation: 'uninstall',
        target: server.id,
        changed: `${server.name} in ${place.file}`,
      });
  }
  const others = ours.filter(({ name }) => name !== server.name);
  return change(env, place, { before, base, made }, others, dryRun);
}

/** Ours as they are in the file now. */
export function serversThere(env: Environment, record: ServersRecord): readonly PutServer[] {
  return lookedAt(env, record).ours;
}

/** What a kill left beside the settings, and a record of nothing. */
export function settleServers(env: Environment, record: ServersRecord): void {
  removeIfPossible(stagePath(record));
  if (serversThere(env, record).length > 0) return;
  if (!isThere(record.file)) removeMade(env, foldersIn(record), record.file);
  forgetRecord(env, record.file);
}

interface Look {
  /** The file as it is. */
  readonly before: string | undefined;
  /** As it would be without us; nothing where it would not be there at all. */
  readonly base: string | undefined;
  readonly ours: readonly PutServer[];
  readonly made: readonly string[];
  /** Nobody changed it since we did. */
  readonly isExact: boolean;
}

function lookedAt(env: Environment, { file, member }: Pick<SettingsPlace, 'file' | 'member'>): Look {
  const before = textOf(file);
  const found = readRecord(env, file);
  const record = found?.type === 'servers' ? found : undefined;
  if (before === undefined) {
    const made = record === undefined ? [file, ...missingFolders(dirname(file))] : record.made;
    return { before, base: undefined, ours: [], made: made.length > 0 ? made : [file], isExact: true };
  }
  const now = [record, record?.earlier].find((one) => one?.digest === sha256(before));
  if (now !== undefined) {
    const base = now.made.includes(file) ? undefined : undone(before, now.undo);
    return { before, base, ours: now.servers, made: now.made, isExact: true };
  }
  const { mark, text } = withoutMark(before);
  const known = [...(record?.servers ?? []), ...(record?.earlier?.servers ?? [])];
  const ours = known.filter(
    ({ name }, index) =>
      known.findIndex((one) => one.name === name) === index &&
      serverIn(text, file, member, name) !== undefined,
  );
  const names = ours.map(({ name }) => name);
  return { before, base: mark + withoutServers(text, file, member, names), ours, made: [], isExact: false };
}

function change(
  env: Environment,
  place: SettingsPlace,
  { before, base, made }: Pick<Look, 'before' | 'base' | 'made'>,
  servers: readonly PutServer[],
  dryRun: boolean,
): SettingsChange {
  const { file, member } = place;
  const { mark, text } = withoutMark(base ?? '');
  const planned = withServers(text, file, member, servers);
  const after = servers.length === 0 ? base : mark + planned.text;
  if (dryRun || after === before) return { before, after };
  const ofFile = base === undefined ? made : [];
  if (after === undefined) {
    removeSettings(env, file, made);
    forgetRecord(env, file);
    return { before, after };
  }
  const record: ServersRecord = {
    type: 'servers',
    host: place.host,
    scope: place.scope,
    root: place.root,
    file,
    member,
    stage: `.ctx-install-${nonce()}.tmp`,
    digest: sha256(after),
    undo: undoOf(planned.edits).map((one) => ({ ...one, offset: one.offset + mark.length })),
    made: [...ofFile],
    servers: [...servers],
    ...earlierOf(env, file, before),
  };
  // First, so that whoever is killed behind the other write has told how to undo it.
  keepRecord(env, record);
  try {
    makeFolders(dirname(file));
  } catch (error) {
    throw writeFailure(error, file);
  }
  writeAtomicallyBy(file, after, record.stage);
  if (servers.length === 0) forgetRecord(env, file);
  return { before, after };
}

function earlierOf(
  env: Environment,
  file: string,
  before: string | undefined,
): Pick<ServersRecord, 'earlier'> {
  const found = before === undefined ? undefined : readRecord(env, file);
  if (found?.type !== 'servers' || before === undefined) return {};
  const known = [found, found.earlier].find((one) => one?.digest === sha256(before));
  if (known === undefined) return {};
  const { digest, undo, made, servers } = known;
  return { earlier: { digest, undo, made, servers } };
}

function removeSettings(env: Environment, file: string, made: readonly string[]): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    throw writeFailure(error, file);
  }
  removeMade(env, foldersIn({ file, made }), file);
}

function foldersIn({ file, made }: Pick<ServersRecord, 'file' | 'made'>): string[] {
  return made.filter((path) => path !== file);
}

function stagePath({ file, stage }: ServersRecord): string {
  return join(dirname(realPlace(file)), stage);
}

function textOf(file: string): string | undefined {
  try {
    const bytes = readPlainFile(file, largestProjectFile);
    if (isUtf8(bytes)) return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof NotPlain) throw unreadable(file, notPlainWords[error.reason]);
    if (!isSystemError(error, 'ENOENT')) throw readFailure(error, file);
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    throw unreadable(file, 'it is a symbolic link that leads nowhere');
  }
  throw unreadable(file, 'it is not valid UTF-8');
}

function unreadable(target: string, reason: string) {
  return fail('file_unreadable', { operation: 'read_settings', target, reason });
}
