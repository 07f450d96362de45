// What trials of hosts showed, kept with the user: the newest of each version, one file a host.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readKept, writeKept } from '../disk/kept-list.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { type LiveResult, liveChecks, liveStates } from './live-result.js';

const mostVersions = 10;

/** The newest first. */
export function keptResults(host: string, env: Environment): LiveResult[] {
  const file = fileOf(host, env);
  return file === undefined ? [] : readKept(file, isResult);
}

/** Nothing for a user without a home. */
export function keepResult(result: LiveResult, env: Environment): string | undefined {
  const file = fileOf(result.host, env);
  if (file === undefined) return undefined;
  const others = keptResults(result.host, env).filter(
    ({ version, scope }) => version !== result.version || scope !== result.scope,
  );
  writeKept(file, [result, ...others].slice(0, mostVersions));
  return file;
}

/** When the hooks of every host go away. */
export function forgetResults(env: Environment): void {
  const folder = folderOf(env);
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

function folderOf(env: Environment): string | undefined {
  const state = userFolder('state', env);
  return state === undefined ? undefined : join(state, 'hooks', 'live');
}

function fileOf(host: string, env: Environment): string | undefined {
  const folder = folderOf(env);
  return folder === undefined ? undefined : join(folder, `${host}.json`);
}

function isResult(value: unknown): value is LiveResult {
  if (typeof value !== 'object' || value === null) return false;
  const { host, version, at, sound, checks, scope }: Readonly<Record<string, unknown>> = { ...value };
  const texts = [host, version, at, scope].every((text) => typeof text === 'string');
  return texts && typeof sound === 'boolean' && Array.isArray(checks) && checks.every(isCheck);
}

function isCheck(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { check, state }: Readonly<Record<string, unknown>> = { ...value };
  return liveChecks.some((name) => name === check) && liveStates.some((name) => name === state);
}
