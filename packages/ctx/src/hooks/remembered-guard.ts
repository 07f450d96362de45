// What the user's own folder remembers of a project that hooks guard: that they do, and that its config had rules.

import { statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import type { Environment } from '../disk/user-folder.js';
import { userPlace } from '../project/user-place.js';
import { guardName, guardPlace } from './hooked-project.js';

const rulesName = '.hooks-rules';

/** The files that all of this is kept in, by their names. */
export const guardNames: readonly string[] = [guardName, rulesName];

export function rememberGuard(root: string, env: Environment): void {
  note(guardPlace(root, env));
}

export function rememberRules(root: string, env: Environment): void {
  note(rulesPlace(root, env));
}

export function hadRules(root: string, env: Environment): boolean {
  const place = rulesPlace(root, env);
  return place !== undefined && statSync(place, { throwIfNoEntry: false }) !== undefined;
}

function rulesPlace(root: string, env: Environment): string | undefined {
  return userPlace('state', root, rulesName, env);
}

/** Where nothing can be kept, a lost memory goes unnoticed; the guard itself works all the same. */
function note(place: string | undefined): void {
  if (place === undefined || statSync(place, { throwIfNoEntry: false }) !== undefined) return;
  try {
    makeFolders(dirname(place), 0o700);
    writeFileSync(place, '', { mode: 0o600 });
  } catch {
    // A home without room or permission is said by what the user does there, not with every tool.
  }
}
