// The files of all sessions that there are, of this project or of every one that ctx keeps sessions of.

import { closeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { openRegularFileIn } from '../disk/read.js';
import { diskTrouble } from '../disk/system-errors.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { userProjects } from '../project/user-place.js';
import { Failure } from '../protocol/failure.js';
import { allForeignFolders } from './foreign-sessions.js';
import { sessionFiles } from './session-files.js';
import { sessionFolders } from './sessions-folder.js';

export interface SessionsOfProject {
  readonly project: string;
  readonly folder: string;
}

/** A folder that a person names is the only one. */
export function sessionPlaces(
  services: Whereabouts,
  all: boolean,
  directory: string | undefined,
): SessionsOfProject[] {
  const root = projectRoot(services);
  const here = sessionFolders(services, directory).map((folder) => ({ project: root, folder }));
  const base = userProjects('state', services.env);
  if (!all || directory !== undefined || base === undefined) return here;
  const places = new Map(here.map((place) => [place.folder, place]));
  for (const folder of allForeignFolders(services.env)) {
    const project = join('/', relative(base, dirname(folder)));
    places.set(folder, { project, folder });
    const own = join(project, '.context', 'sessions');
    places.set(own, { project, folder: own });
  }
  return [...places.values()];
}

export interface ReadSessions {
  readonly read: number;
  readonly unreadable: number;
}

/** Opens each session and gives it to `each`, which says whether it is one. */
export function eachSessionFile(
  places: readonly SessionsOfProject[],
  each: (
    descriptor: number,
    session: { readonly id: string; readonly path: string; readonly project: string },
  ) => boolean,
): ReadSessions {
  let read = 0;
  let unreadable = 0;
  for (const { folder, project } of places) {
    for (const id of sessionFiles(folder).ids.sort()) {
      const path = join(folder, `${id}.jsonl`);
      if (isRead(folder, path, (descriptor) => each(descriptor, { id, path, project }))) read += 1;
      else unreadable += 1;
    }
  }
  return { read, unreadable };
}

/** The same of one file, which must be there. */
export function oneSessionFile(
  { folder, path, id, project }: SessionsOfProject & { readonly path: string; readonly id: string },
  each: (
    descriptor: number,
    session: { readonly id: string; readonly path: string; readonly project: string },
  ) => boolean,
): ReadSessions {
  const isGood = isRead(folder, path, (descriptor) => each(descriptor, { id, path, project }));
  return isGood ? { read: 1, unreadable: 0 } : { read: 0, unreadable: 1 };
}

/** What cannot be opened is one that could not be read; the answer says how many. */
function isRead(folder: string, path: string, read: (descriptor: number) => boolean): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openRegularFileIn(folder, path);
    return read(descriptor);
  } catch (error) {
    if (error instanceof Failure || diskTrouble(error) !== undefined) return false;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
