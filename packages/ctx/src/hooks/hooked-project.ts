// Whether the hooks have anything to do where they were called: a project with a memory, whose hooks are not paused.
// It is the first thing that every hook asks, and mostly the last, so it loads next to nothing.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type Surroundings } from '../project/root.js';

export const pauseFile = 'state/hooks-paused';

/** What `ctx init` makes and nothing else does: `ctx run` makes .context/sessions in any project. */
const signs = ['config.yaml', 'TASKS.md'];

/** The root of the project that the first folder that is still there belongs to. */
export function hookedProject(folders: readonly string[], env: Surroundings['env']): string | undefined {
  const cwd = folders.find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (cwd === undefined) return undefined;
  const root = projectRoot({ cwd, env });
  return signs.some((name) => existsSync(join(root, '.context', name))) && !isPaused(root) ? root : undefined;
}

export function isPaused(root: string): boolean {
  return existsSync(join(root, '.context', pauseFile));
}
