// The files of sessions by name, newest first. Ids of our own begin with the time; what other agents call theirs says nothing, so
// those go by when their files changed.

import { sep } from 'node:path';
import { namesIn } from '../../disk/names-in.js';
import { isSessionId } from '../../session/id.js';
import { sessionFiles } from '../../session/session-files.js';

export interface NamedSession {
  readonly id: string;
  readonly folder: string;
  readonly path: string;
}

/** The first folder is the project's own. */
export function sessionNames(folders: readonly string[]): NamedSession[] {
  const [own = '', ...others] = folders;
  return [...ownNames(own), ...others.flatMap(byChange)];
}

function ownNames(folder: string): NamedSession[] {
  const ids = namesIn(folder).flatMap((name) => {
    const id = name.endsWith(ending) ? name.slice(0, -ending.length) : '';
    return isSessionId(id) ? [id] : [];
  });
  return ids.sort((a, b) => (a < b ? 1 : -1)).map((id) => named(folder, id));
}

function byChange(folder: string): NamedSession[] {
  const { ids, changed } = sessionFiles(folder);
  const order = ids.map((id, i) => ({ id, ms: changed[i] ?? 0 }));
  order.sort((a, b) => b.ms - a.ms || (a.id < b.id ? 1 : -1));
  return order.map(({ id }) => named(folder, id));
}

const ending = '.jsonl';

function named(folder: string, id: string): NamedSession {
  return { id, folder, path: `${folder}${sep}${id}${ending}` };
}
