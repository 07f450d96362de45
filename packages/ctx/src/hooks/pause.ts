// Silencing the hooks of one project, and letting them speak again.

import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { writeFailure } from '../disk/system-errors.js';
import { openContext } from '../memory/context.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { hasMemory, isPaused, pausePlace, rememberedAround } from './hooked-project.js';

export interface Pause {
  readonly root: string;
  readonly paused: boolean;
  /** Whether it was not so before. */
  readonly changed: boolean;
}

export function setPaused(surroundings: Whereabouts, paused: boolean): Pause {
  const root = hookedRoot(surroundings);
  const changed = isPaused(root, surroundings.env) !== paused;
  if (changed) writePause(placeOf(root, surroundings.env), paused);
  return { root, paused, changed };
}

/** The project that hooks work in. Its memory may be gone: then they deny every tool, until a person says that it may be. */
function hookedRoot(surroundings: Whereabouts): string {
  const { cwd, env } = surroundings;
  const hooked = hasMemory(projectRoot(surroundings)) ? undefined : rememberedAround([cwd], env)[0];
  return hooked ?? openContext(surroundings).root;
}

function placeOf(root: string, env: Whereabouts['env']): string {
  const place = pausePlace(root, env);
  if (place !== undefined) return place;
  const reason = 'HOME is not set to a folder outside the project, so the pause cannot be stored';
  throw fail('file_unwritable', { operation: 'write', target: 'HOME', reason });
}

function writePause(file: string, paused: boolean): void {
  try {
    if (paused) {
      makeFolders(dirname(file), 0o700);
      writeFileSync(file, '', { mode: 0o600 });
    } else rmSync(file);
  } catch (error) {
    throw writeFailure(error, file);
  }
}
