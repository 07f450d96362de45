// The files in a folder of sessions, told by their names and times alone.

import { lstatSync, type Stats, statSync } from 'node:fs';
import { namesIn } from '../disk/names-in.js';
import { diskTrouble } from '../disk/system-errors.js';
import { isSessionFile, type SessionId, sessionId } from './id.js';

const ending = '.jsonl';

/** The files of a folder's sessions, when each of them last changed, and the names of what else is there. */
export function datedFiles(folder: string): {
  files: string[];
  changed: Float64Array;
  others: Set<string>;
} {
  const files: string[] = [];
  const others = new Set<string>();
  const names = namesIn(folder);
  const changed = new Float64Array(names.length);
  for (const name of names) {
    if (!isSessionFile(name)) {
      if (!name.endsWith(ending)) others.add(name);
      continue;
    }
    const changedMs = changedAt(`${folder}/${name}`);
    if (changedMs !== undefined) changed[files.push(name) - 1] = changedMs;
  }
  return { files, changed: changed.subarray(0, files.length), others };
}

/**
 * When it last changed; nothing where it is absent. What leads in circles, or nowhere that we may look, is there: whoever opens it is told why they
 * cannot, and everything beside it can be shown.
 */
export function changedAt(path: string): number | undefined {
  const entry = looked(() => statSync(path, { throwIfNoEntry: false }));
  if (entry !== 'refused') return entry?.mtimeMs;
  const itself = looked(() => lstatSync(path, { throwIfNoEntry: false }));
  return itself === 'refused' ? 0 : itself?.mtimeMs;
}

/** How many bytes it has; none where nobody can say. */
export function bytesOf(path: string): number {
  const entry = looked(() => statSync(path, { throwIfNoEntry: false }));
  return entry === undefined || entry === 'refused' ? 0 : entry.size;
}

function looked(look: () => Stats | undefined): Stats | 'refused' | undefined {
  try {
    return look();
  } catch (error) {
    if (diskTrouble(error) !== undefined) return 'refused';
    throw error;
  }
}

/** The files of a folder, by the sessions' ids. */
export function sessionFiles(folder: string): { ids: SessionId[]; changed: Float64Array } {
  const { files, changed } = datedFiles(folder);
  return { ids: files.map(idOf), changed };
}

/** The session whose file changed last; of several at the same moment, the last by name. */
export function newestSession(
  folder: string,
): { readonly id: SessionId; readonly changed: number } | undefined {
  const { files, changed } = datedFiles(folder);
  let newest: string | undefined;
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const [i, file] of files.entries()) {
    const ms = changed[i] ?? 0;
    if (ms < newestMs || (ms === newestMs && newest !== undefined && file < newest)) continue;
    [newest, newestMs] = [file, ms];
  }
  return newest === undefined ? undefined : { id: idOf(newest), changed: newestMs };
}

/** Fewer letters are a slip of the keyboard, not a name. */
const fewestLetters = 3;

/** The ids that begin or end with a word, in order. */
export function sessionsLike(word: string, folder: string): SessionId[] {
  if (word.length < fewestLetters) return [];
  const ids = namesIn(folder).filter(isSessionFile).map(idOf);
  return ids.filter((id) => id.startsWith(word) || id.endsWith(word)).sort();
}

/** Of the session in a file of this name. */
export function idOf(file: string): SessionId {
  return sessionId(file.slice(0, -ending.length));
}
