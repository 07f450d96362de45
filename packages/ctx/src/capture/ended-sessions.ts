// Sessions of a project that ended, noted until the next one starts: Copilot CLI writes its transcript only after the hook of its end has run,
// and a host may add to one that was imported.

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { diskTrouble } from '../disk/system-errors.js';
import { writeOver } from '../disk/write-over.js';
import { memberOf } from '../protocol/members.js';
import { endedNoteOf, endedSessionsIn } from '../session/foreign-sessions.js';
import { isSessionId } from '../session/id.js';

export interface EndedSession {
  /** Its log. */
  readonly path: string;
  readonly host: string;
  readonly transcript: string;
}

export function noteEnd({ path, host, transcript }: EndedSession): void {
  const note = endedNoteOf(path);
  makeFolders(dirname(note), 0o700);
  writeOver(note, JSON.stringify({ host, transcript, size: sizeOf(transcript) }));
}

export function forgetEnd(path: string): void {
  rmSync(endedNoteOf(path), { force: true });
}

/** Hosts delete their transcripts after a month; one that did not come by then never will. */
const longestWaitMs = 30 * 86_400_000;

/** Those whose transcript is not any more what it was at their end, and those that need not be noted any more. */
export function endedSessions(
  folder: string,
  now: number,
): {
  readonly outgrown: EndedSession[];
  readonly settled: string[];
} {
  const outgrown: EndedSession[] = [];
  const settled: string[] = [];
  for (const id of readdirSync(endedSessionsIn(folder)).filter(isSessionId)) {
    const path = join(folder, `${id}.jsonl`);
    const note = noteIn(endedNoteOf(path));
    const [host, transcript] = [memberOf(note, 'host'), memberOf(note, 'transcript')];
    if (typeof host !== 'string' || typeof transcript !== 'string') settled.push(path);
    else {
      const size = sizeOf(transcript);
      if (size !== undefined && size === memberOf(note, 'size')) settled.push(path);
      else if (size !== undefined) outgrown.push({ path, host, transcript });
      else if (now - statSync(endedNoteOf(path)).mtimeMs > longestWaitMs) settled.push(path);
    }
  }
  return { outgrown, settled };
}

/** Nothing where nobody can say, as of a link that goes round in circles: it is looked at again at the next start. */
function sizeOf(transcript: string): number | undefined {
  try {
    return statSync(transcript, { throwIfNoEntry: false })?.size;
  } catch (error) {
    if (diskTrouble(error) === undefined) throw error;
    return undefined;
  }
}

/** One that is not whole says nothing. */
function noteIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
