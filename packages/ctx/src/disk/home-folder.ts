import type { Environment } from './user-folder.js';

/** The user's home; where no variable names one, the one that the system knows. */
export function homeFolder(env: Environment): string {
  return env['HOME'] || process.getBuiltinModule('node:os').homedir();
}
