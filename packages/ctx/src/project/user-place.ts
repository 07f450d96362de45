// Where hooks keep what a repository and its agent must not be able to change: below a folder of the user's own, once
// more under the path of the project.

import { below } from '../disk/below.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { isBelow } from '../disk/within.js';

type Kind = 'state' | 'cache';

/** Nothing where there is no such folder, or where it lies in the project itself. */
export function userPlace(kind: Kind, root: string, name: string, env: Environment): string | undefined {
  const own = userFolder(kind, env);
  if (own === undefined) return undefined;
  const path = below(own, 'projects', root, name);
  return isBelow(root, path) ? undefined : path;
}

/** Where a project's checkpoint lies unless somebody names another place; nothing for a user without a home. */
export function checkpointFile(root: string, env: Environment): string | undefined {
  return userPlace('state', root, 'checkpoint.jsonl', env);
}

/** A file of the user's own config folder; nothing for a user without a home. */
export function userConfigFile(name: string, env: Environment): string | undefined {
  const own = userFolder('config', env);
  return own === undefined ? undefined : below(own, name);
}

/** The folder with what is kept of every project. */
export function userProjects(kind: Kind, env: Environment): string | undefined {
  const own = userFolder(kind, env);
  return own === undefined ? undefined : below(own, 'projects');
}
