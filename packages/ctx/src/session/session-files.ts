// The files in a folder of sessions, told by their names and times alone.

import { statSync } from 'node:fs';
import { namesIn } from '../disk/names-in.js';
import { isSessionId, type SessionId } from './id.js';

const ending = '.jsonl';

/** The ids of a folder's sessions, when each of their files last changed, and the names of what else is there. */
export function sessionFiles(folder: string): {
  ids: SessionId[];
  changed: Float64Array;
  others: Set<string>;
} {
  const ids: SessionId[] = [];
  const others = new Set<string>();
  const names = namesIn(folder);
  const changed = new Float64Array(names.length);
  for (const name of names) {
    const id = idOf(name);
    if (id === undefined) {
      if (!name.endsWith(ending)) others.add(name);
      continue;
    }
    const entry = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (entry !== undefined) changed[ids.push(id) - 1] = entry.mtimeMs;
  }
  return { ids, changed: changed.subarray(0, ids.length), others };
}

/** The session whose file changed last; of several at the same moment, the last by name. */
export function newestSession(
  folder: string,
): { readonly id: SessionId; readonly changed: number } | undefined {
  const { ids, changed } = sessionFiles(folder);
  let newest: SessionId | undefined;
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const [i, id] of ids.entries()) {
    const ms = changed[i] ?? 0;
    if (ms < newestMs || (ms === newestMs && newest !== undefined && id < newest)) continue;
    [newest, newestMs] = [id, ms];
  }
  return newest === undefined ? undefined : { id: newest, changed: newestMs };
}

/** Fewer letters are a slip of the keyboard, not a name. */
const fewestLetters = 3;

/** The ids that begin or end with a word, in order. */
export function sessionsLike(word: string, folder: string): SessionId[] {
  if (word.length < fewestLetters) return [];
  const ids = namesIn(folder).flatMap((name) => idOf(name) ?? []);
  return ids.filter((id) => id.startsWith(word) || id.endsWith(word)).sort();
}

function idOf(name: string): SessionId | undefined {
  if (!name.endsWith(ending)) return undefined;
  const id = name.slice(0, -ending.length);
  return isSessionId(id) ? id : undefined;
}
