import { join } from 'node:path';
import { type Environment, userFolder } from '../disk/user-folder.js';

/** The folder of one session's snapshots; nothing where the user has no place for state. */
export function snapshotFolder(env: Environment, session: string): string | undefined {
  const state = userFolder('state', env);
  return state === undefined ? undefined : join(state, 'snapshots', session);
}
