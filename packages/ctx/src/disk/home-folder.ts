import { isAbsolute } from 'node:path';
import { fail } from '../protocol/codes.js';
import type { Environment } from './user-folder.js';

/**
 * The user's home; where no variable names one, the one that the system knows. A relative HOME is another folder wherever
 * somebody stands, mostly one inside a project, where nobody's keys may be written.
 */
export function homeFolder(env: Environment): string {
  const home = homeIfAny(env);
  if (home === undefined) throw homeUnusable(env);
  return home;
}

/** The same for those who can do without. */
export function homeIfAny(env: Environment): string | undefined {
  const home = env['HOME'] ?? systemHome();
  return isAbsolute(home) ? home : undefined;
}

/** The failure of whoever cannot do without. */
export function homeUnusable(env: Environment) {
  return fail('home_unusable', { operation: 'find', target: 'HOME', value: env['HOME'] ?? '' });
}

function systemHome(): string {
  try {
    return process.getBuiltinModule('node:os').homedir();
  } catch {
    // The system does not know this user.
    return '';
  }
}
