// All sessions of the places that are shown, newest first, each read once and again when its file changed. The newest are there at once; the rest
// are read while nobody waits.

import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { Failure } from '../protocol/failure.js';
import type { SessionsOfProject } from '../session/every-session.js';
import { isSessionFile } from '../session/id.js';
import { type SessionRow as Listed, sessionRow } from '../session/list.js';
import { lockPathOf } from '../session/lock-path.js';
import { changedAt, datedFiles, idOf } from '../session/session-files.js';
import { type RecordShapes, recordShapes } from '../session/shape.js';

export interface Entry extends SessionsOfProject {
  readonly key: string;
  readonly path: string;
  readonly id: string;
  changedMs: number;
  hasLock: boolean;
  /** Nothing as long as it was not read. */
  row?: Listed | undefined;
}

export interface SessionIndex {
  readonly total: number;
  readonly read: number;
  /** The newest, read by then. */
  newest(limit: number): readonly Entry[];
  /** Settles when all are read. */
  readonly complete: Promise<void>;
  readonly isComplete: boolean;
  find(key: string): Entry | undefined;
  at(path: string): Entry | undefined;
  entries(): Iterable<Entry>;
  /** Looks at a file again, by its name or that of its lock. */
  look(folder: string, name: string | undefined): void;
  /** Reads the row of a session anew. */
  reread(entry: Entry): Listed;
  close(): void;
}

export interface IndexEvents {
  /** For the first time. */
  read(entry: Entry): void;
  changed(entry: Entry): void;
  gone(key: string): void;
}

const sliceMs = 8;

export function sessionIndex(places: readonly SessionsOfProject[], events: IndexEvents): SessionIndex {
  const byPath = new Map<string, Entry>();
  const byKey = new Map<string, Entry>();
  let shapes: RecordShapes | undefined;
  let read = 0;
  let isClosed = false;
  let isComplete = false;

  function add(
    { project, folder }: SessionsOfProject,
    path: string,
    changedMs: number,
    hasLock: boolean,
  ): Entry {
    const id = idOf(basename(path));
    // Two projects may have a session of the same name; the second one gets a longer key.
    const key = byKey.has(id) ? `${id}@${shortOf(folder)}` : id;
    const entry: Entry = { project, folder, key, id, path, changedMs, hasLock, row: undefined };
    byPath.set(path, entry);
    byKey.set(key, entry);
    return entry;
  }
  function remove(entry: Entry): void {
    byPath.delete(entry.path);
    byKey.delete(entry.key);
    if (entry.row !== undefined) read -= 1;
    events.gone(entry.key);
  }
  function reread(entry: Entry): Listed {
    shapes ??= recordShapes();
    const isFirst = entry.row === undefined;
    entry.row = sessionRow(entry, shapes);
    if (isFirst) {
      read += 1;
      events.read(entry);
    }
    return entry.row;
  }
  function scan(place: SessionsOfProject, told: boolean): void {
    const { files, changed, others } = filesIn(place, told);
    const there = new Set<string>();
    for (const [i, name] of files.entries()) {
      const path = join(place.folder, name);
      there.add(path);
      const changedMs = changed[i] ?? 0;
      const hasLock = others.has(lockPathOf(name));
      const known = byPath.get(path);
      if (known === undefined) {
        const entry = add(place, path, changedMs, hasLock);
        if (told) renew(entry);
      } else if (known.changedMs !== changedMs || known.hasLock !== hasLock) {
        Object.assign(known, { changedMs, hasLock });
        if (told) renew(known);
      }
    }
    for (const entry of [...byPath.values()])
      if (entry.folder === place.folder && !there.has(entry.path)) remove(entry);
  }
  /** Where nobody can look into the folder any more, each row of it says so; at the start, that is a failure. */
  function filesIn(place: SessionsOfProject, told: boolean): ReturnType<typeof datedFiles> {
    try {
      return datedFiles(place.folder);
    } catch (error) {
      if (!told || !(error instanceof Failure)) throw error;
      const known = [...byPath.values()].filter(({ folder }) => folder === place.folder);
      const changed = Float64Array.from(known, () => 0);
      return { files: known.map(({ path }) => basename(path)), changed, others: new Set() };
    }
  }
  function renew(entry: Entry): void {
    reread(entry);
    events.changed(entry);
  }
  function sorted(): Entry[] {
    return [...byPath.values()].sort((a, b) => b.changedMs - a.changedMs || (a.key < b.key ? -1 : 1));
  }

  for (const place of places) scan(place, false);
  const complete = readAhead();

  async function readAhead(): Promise<void> {
    let began = performance.now();
    for (const entry of sorted()) {
      if (performance.now() - began >= sliceMs) {
        await new Promise((resolve) => setImmediate(resolve));
        began = performance.now();
      }
      if (isClosed) return;
      if (entry.row === undefined && byPath.has(entry.path)) reread(entry);
    }
    isComplete = true;
  }

  return {
    get total() {
      return byPath.size;
    },
    get read() {
      return read;
    },
    get isComplete() {
      return isComplete;
    },
    complete,
    newest(limit) {
      const wanted = sorted().slice(0, limit);
      for (const entry of wanted) if (entry.row === undefined) reread(entry);
      return wanted;
    },
    find: (key) => byKey.get(key),
    at: (path) => byPath.get(path),
    entries: () => byPath.values(),
    look(folder, name) {
      const place = places.find((each) => each.folder === folder);
      if (place === undefined) return;
      const file = name?.endsWith('.lock') ? basename(name, '.lock') : name;
      if (file === undefined) return scan(place, true);
      if (!isSessionFile(file)) return;
      const path = join(folder, file);
      const changedMs = changedAt(path);
      const known = byPath.get(path);
      if (changedMs === undefined) {
        if (known !== undefined) remove(known);
        return;
      }
      const hasLock = changedAt(lockPathOf(path)) !== undefined;
      const entry = known ?? add(place, path, changedMs, hasLock);
      Object.assign(entry, { changedMs, hasLock });
      events.changed(entry);
    },
    reread,
    close() {
      isClosed = true;
    },
  };
}

function shortOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 8);
}
