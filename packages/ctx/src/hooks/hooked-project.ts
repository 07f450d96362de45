// Whether the hooks have anything to do where they were called: a project with a memory, whose hooks are not paused.
// It is the first thing that every hook asks, and mostly the last, so it loads next to nothing.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type Surroundings } from '../project/root.js';
import { userPlace } from './user-place.js';

/** What `ctx init` makes and nothing else does: `ctx run` makes .context/sessions in any project. */
const signs = ['config.yaml', 'TASKS.md'];

/** The root of the project that the first folder that is still there belongs to. Throws where nobody can tell. */
export function hookedProject(folders: readonly string[], env: Surroundings['env']): string | undefined {
  const cwd = folders.find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (cwd === undefined) return undefined;
  const root = projectRoot({ cwd, env });
  return signs.some((name) => isThere(join(root, '.context', name))) && !isPaused(root, env)
    ? root
    : undefined;
}

/** A pause is the user's own: a file in the project would be the repository's, or the agent's. */
export function pausePlace(root: string, env: Surroundings['env']): string | undefined {
  return userPlace('state', root, '.hooks-paused', env);
}

export function isPaused(root: string, env: Surroundings['env']): boolean {
  const place = pausePlace(root, env);
  return place !== undefined && isThere(place);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
