// The environment that a tool's child process gets: without the variables that hold credentials.

import type { Environment } from '../../disk/user-folder.js';
import { namesCredential } from '../../session/credential-names.js';

export function credentialFreeEnv(env: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !namesCredential(name)) kept[name] = value;
  }
  return kept;
}
