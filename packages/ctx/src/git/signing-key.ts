// The key that a person told git to sign with, where that is an SSH key.

import type { Environment } from '../disk/user-folder.js';
import { readGitSettings } from './run-git.js';

/** As git's settings say it: a file, or the public key itself. Nothing where git signs with something else. */
export function gitSigningKey(folder: string, env: Environment): string | undefined {
  const settings = readGitSettings(folder, env);
  const key = settings.get('user.signingkey');
  if (key === undefined || key === '') return undefined;
  const isSsh = settings.get('gpg.format') === 'ssh' || /^(key::|ssh-|ecdsa-|sk-)/.test(key);
  return isSsh ? key : undefined;
}
