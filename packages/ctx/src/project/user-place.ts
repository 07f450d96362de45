// Where hooks keep what a repository and its agent must not be able to change: below a folder of the user's own, once
// more under the path of the project.

import { isAbsolute, join } from 'node:path';
import { isBelow } from '../disk/within.js';

type Environment = Readonly<Record<string, string | undefined>>;

const folders = {
  state: ['XDG_STATE_HOME', '.local/state'],
  cache: ['XDG_CACHE_HOME', '.cache'],
} as const;

/** Nothing where there is no such folder, or where it lies in the project itself. */
export function userPlace(
  kind: keyof typeof folders,
  root: string,
  name: string,
  env: Environment,
): string | undefined {
  const projects = userProjects(kind, env);
  if (projects === undefined) return undefined;
  const path = join(projects, root, name);
  return isBelow(root, path) ? undefined : path;
}

/** The folder with what is kept of every project. */
export function userProjects(kind: keyof typeof folders, env: Environment): string | undefined {
  const [variable, usual] = folders[kind];
  const home = env['HOME'] ?? '';
  const base = env[variable] || (isAbsolute(home) ? join(home, usual) : '');
  return isAbsolute(base) ? join(base, 'ctx', 'projects') : undefined;
}
