// Where a project begins. Nothing else stands here, because every command that needs a project loads it first.

import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { below } from '../disk/below.js';
import { homeIfAny } from '../disk/home-folder.js';
import type { Environment } from '../disk/user-folder.js';

export interface Whereabouts {
  readonly cwd: string;
  readonly env: Environment;
}

/** The nearest folder upwards that holds `.context` or `.git`, else where we are; never above the home folder. */
export function projectRoot({ cwd, env }: Whereabouts): string {
  const start = realFolder(cwd);
  if (holdsProject(start)) return start;
  const named = homeIfAny(env);
  const home = named === undefined ? undefined : realFolder(named);
  for (let folder = dirname(start), child = start; folder !== child; folder = dirname(folder)) {
    if (!(home !== undefined && isAbove(folder, home)) && holdsProject(folder)) return folder;
    child = folder;
  }
  return cwd;
}

function holdsProject(folder: string): boolean {
  return isWithinReach(below(folder, '.context')) || isWithinReach(below(folder, '.git'));
}

/** A folder that we may not look into is no project of ours; a disk that fails is no answer. */
function isWithinReach(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (['ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(String(Reflect.get(Object(error), 'code'))))
      return false;
    throw error;
  }
}

function isAbove(folder: string, home: string): boolean {
  return folder !== home && home.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The folder without links in it; where it is gone, its name. */
export function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
