// Once no hook of ctx is left, what they remembered of the projects that they guarded goes too.

import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFailure } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { userProjects } from '../project/user-place.js';
import { guardNames } from './remembered-guard.js';

export function forgetGuards(env: Environment): void {
  const projects = userProjects('state', env);
  if (projects === undefined) return;
  try {
    forgetBelow(projects);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw writeFailure(error, projects);
  }
}

/** Folders that hold nothing else go along. */
function forgetBelow(folder: string): void {
  let left = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) forgetBelow(path);
    else if (guardNames.includes(entry.name)) rmSync(path);
    else left += 1;
  }
  if (left === 0 && readdirSync(folder).length === 0) rmdirSync(folder);
}
