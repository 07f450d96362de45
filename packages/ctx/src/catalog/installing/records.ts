// What ctx put into hosts, kept with this user's state: written before anything is changed, so that whoever is killed has told
// what to clear up.

import { join } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { sha256 } from '../../disk/digest.js';
import { makeFolders } from '../../disk/folders.js';
import { homeUnusable } from '../../disk/home-folder.js';
import { namesIn } from '../../disk/names-in.js';
import { readPlainFile } from '../../disk/plain-file.js';
import { removeIfPossible } from '../../disk/remove-if-possible.js';
import { readFailure, writeFailure } from '../../disk/system-errors.js';
import { type Environment, userFolder } from '../../disk/user-folder.js';
import { whileLocked } from '../../disk/while-locked.js';
import { type ExtensionScope, extensionScopes } from '../../hosts/extensions.js';
import type { Undo } from '../../hosts/settings/edit.js';
import { fail } from '../../protocol/codes.js';
import { isSystemError } from '../../protocol/failure.js';
import { isMembers } from '../../protocol/members.js';
import { fittingJson } from '../../protocol/parsed-json.js';

/** Where something was put. */
export interface InstallPlace {
  readonly host: string;
  readonly scope: ExtensionScope;
  /** The project, or the user's home. */
  readonly root: string;
}

export interface FolderRecord extends InstallPlace {
  readonly type: 'folder';
  readonly id: string;
  readonly state: 'installing' | 'installed' | 'removing';
  readonly folder: string;
  /** A folder of ours beside, in which it is made ready and taken apart. */
  readonly stage: string;
  /** Folders that were made for it, the innermost first. */
  readonly made: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

export interface PutServer {
  readonly id: string;
  readonly name: string;
  readonly value: object;
}

interface ServersThen {
  /** Of the settings as we left them; undoing is exact only as long as they are still like that. */
  readonly digest: string;
  readonly undo: readonly Undo[];
  /** The file and its folders, where we made them. */
  readonly made: readonly string[];
  readonly servers: readonly PutServer[];
}

export interface ServersRecord extends InstallPlace, ServersThen {
  readonly type: 'servers';
  readonly file: string;
  readonly member: string;
  /** The name under which the settings are made ready, beside them. */
  readonly stage: string;
  /** How it was before the settings were written the last time: a kill in between leaves them as they were then. */
  readonly earlier?: ServersThen;
}

export type InstallRecord = FolderRecord | ServersRecord;

export function recordsFolder(env: Environment): string {
  const own = userFolder('state', env);
  if (own === undefined) throw homeUnusable(env);
  return join(own, 'catalog');
}

function recordFile(env: Environment, target: string): string {
  return join(recordsFolder(env), `${sha256(target).slice(0, 24)}.json`);
}

/** By the folder or the settings file that it is about. */
export function readRecord(env: Environment, target: string): InstallRecord | undefined {
  return readOne(recordFile(env, target));
}

export function allRecords(env: Environment): InstallRecord[] {
  const folder = recordsFolder(env);
  const files = namesIn(folder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((name) => readOne(join(folder, name)) ?? []);
}

function readOne(file: string): InstallRecord | undefined {
  let text: string;
  try {
    text = readPlainFile(file, 16 << 20).toString('utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw readFailure(error, file);
  }
  const record = fittingJson(text, isRecord);
  if (record !== undefined) return record;
  const reason =
    'it is damaged, so ctx does not know what was installed; delete it, and remove those items by hand';
  throw fail('file_unreadable', { operation: 'install', target: file, reason });
}

function isRecord(value: unknown): value is InstallRecord {
  if (!isMembers(value)) return false;
  const { type, host, scope, root, stage, made } = value;
  const isPlace =
    [host, root, stage].every((text) => typeof text === 'string') &&
    extensionScopes.some((one) => one === scope) &&
    Array.isArray(made) &&
    made.every((path) => typeof path === 'string');
  if (!isPlace) return false;
  if (type === 'folder')
    return (
      [value['id'], value['folder'], value['state']].every((text) => typeof text === 'string') &&
      isMembers(value['files'])
    );
  return (
    type === 'servers' &&
    typeof value['file'] === 'string' &&
    typeof value['member'] === 'string' &&
    isThen(value)
  );
}

function isThen(value: unknown): boolean {
  if (!isMembers(value)) return false;
  const { digest, undo, servers, earlier } = value;
  return (
    typeof digest === 'string' &&
    Array.isArray(undo) &&
    Array.isArray(servers) &&
    servers.every(
      (one) =>
        isMembers(one) &&
        typeof one['id'] === 'string' &&
        typeof one['name'] === 'string' &&
        isMembers(one['value']),
    ) &&
    (earlier === undefined || isThen(earlier))
  );
}

/** The folder, or the settings file. */
export function targetOf(record: InstallRecord): string {
  return record.type === 'folder' ? record.folder : record.file;
}

export function keepRecord(env: Environment, record: InstallRecord): void {
  writeAtomically(recordFile(env, targetOf(record)), `${JSON.stringify(record)}\n`, 0o600);
}

export function forgetRecord(env: Environment, target: string): void {
  removeIfPossible(recordFile(env, target));
}

const patienceMs = 20_000;

/** One at a time on this machine, whatever the host. */
export async function inTurn<T>(env: Environment, work: () => Promise<T> | T): Promise<T> {
  const folder = recordsFolder(env);
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    throw writeFailure(error, folder);
  }
  return whileLocked({ lockFile: join(folder, 'lock'), target: folder, patienceMs }, work);
}
