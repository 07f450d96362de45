// The checkpoint of a project: where it lies, and what it knows of a session that somebody asks about.

import { basename, dirname } from 'node:path';
import { isThereAtHome } from '../../disk/is-there.js';
import { readText } from '../../disk/read.js';
import { projectRoot, type Whereabouts } from '../../project/root.js';
import { checkpointFile } from '../../project/user-place.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { sessionFolders } from '../../session/sessions-folder.js';
import type { HeadCheck } from './check-head-known.js';

/** In the user's own state folder; nothing for a user without a home. */
export function usualCheckpoint(services: Whereabouts): string | undefined {
  return checkpointFile(projectRoot(services), services.env);
}

/** Nothing where there is no checkpoint, or where the session is not one of this project's own. */
export async function checkpointCheck(path: string, services: Whereabouts): Promise<HeadCheck | undefined> {
  const file = usualCheckpoint(services);
  if (
    file === undefined ||
    !sessionFolders(services, undefined).includes(dirname(path)) ||
    !isThereAtHome(file)
  )
    return undefined;
  const [{ headCheck }, { readCheckpoint }] = await Promise.all([
    import('./check-head-known.js'),
    import('./checkpoint-file.js'),
  ]);
  return headCheck(basename(path, '.jsonl'), file, readCheckpoint(readText(file)));
}

/** A session that is not there, and that the checkpoint knows, was deleted: that is another answer than a wrong name. */
export async function orDeleted<T>(id: string, services: Whereabouts, find: () => T): Promise<T> {
  try {
    return find();
  } catch (error) {
    const file = usualCheckpoint(services);
    if (!(error instanceof Failure) || error.code !== 'session_unknown' || file === undefined) throw error;
    if (!isThereAtHome(file)) throw error;
    const { readCheckpoint } = await import('./checkpoint-file.js');
    if (!readCheckpoint(readText(file)).heads.has(id)) throw error;
    throw fail('checkpoint_missed', { operation: 'verify', target: id, state: 'deleted', more: 0 });
  }
}
