// The bubblewrap that is there. A project cannot bring its own: folders that it can write to are not looked at.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isWithin } from '../../disk/within.js';
import { unavailable } from '../unavailable.js';

export interface Bwrap {
  readonly file: string;
  readonly version: string;
}

/** The first one that can forbid further user namespaces. */
const oldest = [0, 8, 0];

/** `distrusted` are the folders of the project. */
export function findBwrap(path: string | undefined, distrusted: readonly string[]): Bwrap {
  const folders = [...(path ?? '').split(':').filter(isAbsolute), '/usr/bin', '/usr/local/bin', '/bin'];
  const file = folders.map((folder) => join(folder, 'bwrap')).find((one) => isOurs(one, distrusted));
  if (file === undefined) throw unavailable('missing', 'bwrap');
  const { stdout, stderr, error } = spawnSync(file, ['--version'], { encoding: 'utf8', env: {} });
  const version = /(\d+(?:\.\d+)+)/.exec(stdout ?? '')?.[1];
  if (version === undefined) throw unavailable('program', file, error?.message ?? stderr.trim());
  if (isOlder(version)) throw unavailable('too_old', file, version);
  return { file, version };
}

function isOurs(file: string, distrusted: readonly string[]): boolean {
  try {
    accessSync(file, constants.X_OK);
    const real = realpathSync(file);
    return !distrusted.some((folder) => isWithin(folder, real) || isWithin(folder, file));
  } catch {
    return false;
  }
}

function isOlder(version: string): boolean {
  const numbers = version.split('.').map(Number);
  const at = oldest.findIndex((number, index) => (numbers[index] ?? 0) !== number);
  return at >= 0 && (numbers[at] ?? 0) < (oldest[at] ?? 0);
}
