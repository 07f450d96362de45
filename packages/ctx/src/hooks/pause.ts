// Silencing the hooks of one project, and letting them speak again.

import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { writeFailure } from '../disk/system-errors.js';
import { openContext } from '../memory/context.js';
import { projectRoot, type Surroundings } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { hasMemory, isPaused, pausePlace, rememberedAbove } from './hooked-project.js';

type Environment = Surroundings['env'];

/** The project that hooks work in. Its memory may be gone: then they deny every tool, until a person says that it may be. */
export function pausedRoot(surroundings: Surroundings): string {
  const { cwd, env } = surroundings;
  const hooked = hasMemory(projectRoot(surroundings)) ? undefined : rememberedAbove([cwd], env);
  return hooked ?? openContext(surroundings).root;
}

/** Whether it was not paused before. */
export function pause(root: string, env: Environment): boolean {
  if (isPaused(root, env)) return false;
  const file = placeOf(root, env);
  try {
    makeFolders(dirname(file), 0o700);
    writeFileSync(file, '', { mode: 0o600 });
    return true;
  } catch (error) {
    throw writeFailure(error, file);
  }
}

/** Whether it was paused before. */
export function resume(root: string, env: Environment): boolean {
  if (!isPaused(root, env)) return false;
  const file = placeOf(root, env);
  try {
    rmSync(file);
    return true;
  } catch (error) {
    throw writeFailure(error, file);
  }
}

function placeOf(root: string, env: Environment): string {
  const place = pausePlace(root, env);
  if (place !== undefined) return place;
  const reason = 'HOME names no folder outside of the project that a pause could be kept in';
  throw fail('file_unwritable', { operation: 'write', target: 'HOME', reason });
}
