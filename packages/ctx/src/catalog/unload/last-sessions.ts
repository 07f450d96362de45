// What was done in the last sessions, of this project and of all.

import { join } from 'node:path';
import { projectRoot, type Whereabouts } from '../../project/root.js';
import { oneSessionFile, sessionPlaces } from '../../session/every-session.js';
import { sessionFiles } from '../../session/session-files.js';
import { type ReadDeeds, readDeeds } from './read-deeds.js';

export interface LastSessions {
  readonly ofProject: readonly ReadDeeds[];
  readonly ofAll: readonly ReadDeeds[];
  readonly unreadable: number;
}

/** The newest so many, by when their files last changed. */
export function lastSessions(services: Whereabouts, most: number): LastSessions {
  const root = projectRoot(services);
  const all = sessionPlaces(services, true, undefined).flatMap(({ folder, project }) => {
    const { ids, changed } = sessionFiles(folder);
    return ids.map((id, i) => ({
      id,
      folder,
      project,
      path: join(folder, `${id}.jsonl`),
      changed: changed[i] ?? 0,
    }));
  });
  all.sort((a, b) => b.changed - a.changed || (a.path < b.path ? -1 : 1));
  const chosen = new Set([
    ...all.slice(0, most),
    ...all.filter(({ project }) => project === root).slice(0, most),
  ]);
  const read = new Map<string, ReadDeeds>();
  let unreadable = 0;
  for (const session of chosen) {
    const { unreadable: bad } = oneSessionFile(session, (descriptor) => {
      read.set(session.path, readDeeds(descriptor));
      return true;
    });
    unreadable += bad;
  }
  const deedsOf = (some: typeof all) => some.slice(0, most).flatMap(({ path }) => read.get(path) ?? []);
  return {
    ofProject: deedsOf(all.filter(({ project }) => project === root)),
    ofAll: deedsOf(all),
    unreadable,
  };
}
