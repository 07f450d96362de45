// How to give a settings file its own bytes back: kept with this user's state, one small file for each settings file.
// It holds what we replaced and where, not what else the file holds.

import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { makeFolders } from '../../disk/folders.js';
import { writeFailure } from '../../disk/system-errors.js';
import type { Undo } from './edit.js';

export interface InstallRecord {
  readonly file: string;
  readonly host: string;
  /** Of the file as we left it; undoing is exact only as long as it is still like that. */
  readonly digest: string;
  readonly undo: readonly Undo[];
  /** Folders and the file itself, where we made them. */
  readonly made: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The path of what is kept for a settings file, without its ending. */
export function recordPath(file: string, env: Environment): string {
  const state = env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state');
  return join(state, 'ctx', 'hooks', digestOf(resolve(file)).slice(0, 24));
}

export function readRecord(file: string, host: string, env: Environment): InstallRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(recordFile(file, host, env), 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function makeRecordFolder(file: string, env: Environment): void {
  const folder = join(recordPath(file, env), '..');
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    throw writeFailure(error, folder);
  }
}

export function keepRecord(record: InstallRecord, env: Environment): void {
  writeAtomically(recordFile(record.file, record.host, env), `${JSON.stringify(record)}\n`, 0o600);
}

export function forgetRecord(file: string, host: string, env: Environment): void {
  rmSync(recordFile(file, host, env), { force: true });
}

/** Some hosts read each other's files, so that hooks of two may stand in one. */
function recordFile(file: string, host: string, env: Environment): string {
  return `${recordPath(file, env)}.${host}.json`;
}

function isRecord(value: unknown): value is InstallRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { digest, undo, made }: Readonly<Record<string, unknown>> = { ...value };
  return typeof digest === 'string' && Array.isArray(undo) && undo.every(isUndo) && Array.isArray(made);
}

function isUndo(value: unknown): value is Undo {
  if (typeof value !== 'object' || value === null) return false;
  const { offset, restore, length }: Readonly<Record<string, unknown>> = { ...value };
  return typeof offset === 'number' && typeof restore === 'string' && typeof length === 'number';
}
