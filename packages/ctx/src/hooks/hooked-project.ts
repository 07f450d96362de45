// Whether the hooks have anything to do where they were called: a project with a memory, whose hooks are not paused.
// It is the first thing that every hook asks, and mostly the last, so it loads next to nothing.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { below } from '../disk/below.js';
import { projectRoot, realFolder, type Whereabouts } from '../project/root.js';
import { userPlace } from '../project/user-place.js';
import { isSystemError } from '../protocol/system-error.js';

type Environment = Whereabouts['env'];

/** What `ctx init` makes and nothing else does: `ctx run` makes .context/sessions in any project. */
const signs = ['config.yaml', 'TASKS.md'];

/** The root of the project that the first folder that is still there belongs to, if any. Throws where nobody can tell. */
export function hookedProjects(folders: readonly string[], env: Environment): readonly string[] {
  const cwd = folders.find(isFolder);
  if (cwd === undefined) return [];
  const root = projectRoot({ cwd, env });
  return hasMemory(root) && !isPaused(root, env) ? [root] : [];
}

export function hasMemory(root: string): boolean {
  return signs.some((name) => isInFolder(below(root, '.context', name)));
}

/** Where `.context` is a file, it is another program's, and holds nothing. */
function isInFolder(path: string): boolean {
  try {
    return isThere(path);
  } catch (error) {
    if (isSystemError(error, 'ENOTDIR')) return false;
    throw error;
  }
}

/**
 * Every project whose hooks guard what happens in these folders, the nearest first: each folder's own, and all around them that
 * hooks once guarded. An agent may have taken a memory away, or made a folder a project of its own: neither ends a guard.
 */
export function guardingProjects(folders: readonly string[], env: Environment): readonly string[] {
  const own = [...new Set(folders)].flatMap((folder) => hookedProjects([folder], env));
  const remembered = rememberedAround(folders, env).filter((root) => !isPaused(root, env));
  return [...new Set([...own, ...remembered])];
}

/** The folders upwards that hooks once guarded, the nearest first, also where they are paused. */
export function rememberedAround(folders: readonly string[], env: Environment): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  // Where the host says that it works, also if that is gone, and wherever else it may.
  for (const start of new Set([folders[0] ?? '', ...folders.filter(isFolder)])) {
    for (let folder = start && realFolder(start); !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      const place = guardPlace(folder, env);
      if (place !== undefined && isThere(place)) found.add(folder);
    }
  }
  return [...found];
}

export const guardName = '.hooks-guard';

/** That hooks guard a project is kept with the user: a repository or its agent can make the project itself forget it. */
export function guardPlace(root: string, env: Environment): string | undefined {
  return userPlace('state', root, guardName, env);
}

/** A pause is the user's own: a file in the project would be the repository's, or the agent's. */
export function pausePlace(root: string, env: Environment): string | undefined {
  return userPlace('state', root, '.hooks-paused', env);
}

export function isPaused(root: string, env: Environment): boolean {
  const place = pausePlace(root, env);
  return place !== undefined && isThere(place);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
