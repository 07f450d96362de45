// How to give a settings file its own bytes back: kept with this user's state, one small file for each settings file.
// It holds what we replaced and where, not what else the file holds.

import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { sha256 } from '../../disk/digest.js';
import { makeFolders } from '../../disk/folders.js';
import { homeFolder } from '../../disk/home-folder.js';
import { readFailure, writeFailure } from '../../disk/system-errors.js';
import { type Environment, userFolder } from '../../disk/user-folder.js';
import { isSystemError } from '../../protocol/failure.js';
import { fittingJson } from '../../protocol/parsed-json.js';
import type { Undo } from './edit.js';

interface Install {
  readonly file: string;
  readonly host: string;
  /** Of the file as we left it; undoing is exact only as long as it is still like that. */
  readonly digest: string;
  readonly undo: readonly Undo[];
  /** Folders and the file itself, where we made them. */
  readonly made: readonly string[];
}

export interface HooksRecord extends Install {
  /** How it was before the settings were written the last time: a kill in between leaves them as they were then. */
  readonly earlier?: Install;
}

/** The path of what is kept for a settings file, without its ending. */
export function recordPath(file: string, env: Environment): string {
  const state = userFolder('state', env) ?? join(homeFolder(env), '.local', 'state', 'ctx');
  return join(state, 'hooks', sha256(resolve(file)).slice(0, 24));
}

/** What is kept of a settings file as it is now, by the digest of its bytes. */
export function recordOf(
  file: string,
  host: string,
  env: Environment,
  digest: string,
): HooksRecord | undefined {
  const record = readRecord(file, host, env);
  return [record, record?.earlier].find((one) => one?.digest === digest);
}

export function readRecord(file: string, host: string, env: Environment): HooksRecord | undefined {
  const path = recordFile(file, host, env);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw readFailure(error, path);
  }
  return fittingJson(text, isRecord);
}

export function makeRecordFolder(file: string, env: Environment): void {
  const folder = join(recordPath(file, env), '..');
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    throw writeFailure(error, folder);
  }
}

export function keepRecord(record: HooksRecord, env: Environment): void {
  writeAtomically(recordFile(record.file, record.host, env), `${JSON.stringify(record)}\n`, 0o600);
}

export function forgetRecord(file: string, host: string, env: Environment): void {
  rmSync(recordFile(file, host, env), { force: true });
}

/** Some hosts read each other's files, so that hooks of two may stand in one. */
function recordFile(file: string, host: string, env: Environment): string {
  return `${recordPath(file, env)}.${host}.json`;
}

function isRecord(value: unknown): value is HooksRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { digest, undo, made, earlier }: Readonly<Record<string, unknown>> = { ...value };
  if (earlier !== undefined && !isRecord(earlier)) return false;
  return typeof digest === 'string' && Array.isArray(undo) && undo.every(isUndo) && Array.isArray(made);
}

function isUndo(value: unknown): value is Undo {
  if (typeof value !== 'object' || value === null) return false;
  const { offset, restore, length }: Readonly<Record<string, unknown>> = { ...value };
  return typeof offset === 'number' && typeof restore === 'string' && typeof length === 'number';
}
