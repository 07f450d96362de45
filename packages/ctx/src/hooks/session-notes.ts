// What the hooks noted in a session of a host: a line for each thing, only ever appended to, because two tools may end
// at the same time. It lies in `.context/state/`, which belongs to this machine.

import { constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { below } from '../disk/below.js';
import { makeFolders } from '../disk/folders.js';
import { appendToProjectFile, NotPlain, readProjectFile } from '../disk/plain-file.js';
import { type Context, contextPath } from '../memory/context.js';
import { isSystemError } from '../protocol/failure.js';
import { isOnlyOf, wordSigns } from '../text/only-of.js';

/** No session of a host says or touches that much. */
const largest = 1 << 24;

export const notesFolder = ['state', 'hooks'] as const;

export interface SessionNotes {
  /** When the first note of this session was made; nothing before that. */
  readonly since: number | undefined;
  /** Files that tools changed, relative to the project. */
  readonly touched: ReadonlySet<string>;
  lastSaid(what: string): number | undefined;
  said(what: string): void;
  touch(path: string): void;
  /** Writes down what is new, all at once. */
  save(): void;
}

type Note = readonly [at: number, kind: 'said' | 'touched', what: string];

export function sessionNotes(context: Context, session: string | undefined, now: number): SessionNotes {
  const file = below(contextPath(context, ...notesFolder), `${nameOf(session)}.jsonl`);
  return notesFrom(readNotes(context, file), now, (text) => append(context, file, text));
}

/** For a session whose notes cannot be read: what guards it does not need them. */
export function noNotes(now: number): SessionNotes {
  return notesFrom([], now, () => {});
}

function notesFrom(notes: readonly Note[], now: number, write: (text: string) => void): SessionNotes {
  const fresh: Note[] = [];
  const said = new Map<string, number>();
  const touched = new Set<string>();
  for (const [at, kind, what] of notes) {
    if (kind === 'said') said.set(what, at);
    else touched.add(what);
  }
  return {
    since: notes[0]?.[0],
    touched,
    lastSaid: (what) => said.get(what),
    said(what) {
      said.set(what, now);
      fresh.push([now, 'said', what]);
    },
    touch(path) {
      if (touched.has(path)) return;
      touched.add(path);
      fresh.push([now, 'touched', path]);
    },
    save() {
      if (fresh.length === 0) return;
      write(
        fresh
          .splice(0)
          .map((note) => `${JSON.stringify(note)}\n`)
          .join(''),
      );
    },
  };
}

/** Ids of hosts are file names as they are; whatever else somebody sends becomes one. */
function nameOf(session: string | undefined): string {
  if (session === undefined) return 'unknown';
  const isName = session !== '' && session.length <= 100 && isOnlyOf(`${wordSigns}-`, session);
  return isName ? session : `x${session.replace(/[^\w-]/g, '').slice(0, 100)}`;
}

/** Notes are ours alone: whoever puts a link in their place wants a file to appear elsewhere. */
const noLink = constants.O_NOFOLLOW ?? 0;

function append({ root }: Context, file: string, text: string): void {
  try {
    appendToProjectFile(root, file, text, noLink);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    makeFolders(join(file, '..'));
    appendToProjectFile(root, file, text, noLink);
  }
}

/** A line that a crash tore apart says nothing; the others do. */
function readNotes({ root }: Context, file: string): Note[] {
  // An error for a file that is not there yet takes longer than looking first.
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  return textOf(root, file)
    .split('\n')
    .flatMap((line) => {
      try {
        const value: unknown = line === '' ? undefined : JSON.parse(line);
        return isNote(value) ? [value] : [];
      } catch {
        return [];
      }
    });
}

/** Of notes that nobody can have made, nothing is read. */
function textOf(root: string, file: string): string {
  try {
    return readProjectFile(root, file, largest).toString();
  } catch (error) {
    if (error instanceof NotPlain && error.reason === 'too_large') return '';
    throw error;
  }
}

function isNote(value: unknown): value is Note {
  if (!Array.isArray(value)) return false;
  const [at, kind, what] = value;
  return typeof at === 'number' && (kind === 'said' || kind === 'touched') && typeof what === 'string';
}
