// What hosts wrote to the transcripts of sessions that were over, imported when the next session of the project starts.

import { dirname } from 'node:path';
import { diskTrouble } from '../disk/system-errors.js';
import { Failure } from '../protocol/failure.js';
import { type EndedSession, endedSessions, forgetEnd } from './ended-sessions.js';
import { importIntoCapture } from './import-at-end.js';

interface Started {
  /** The log of the session that starts. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}

/** A host waits: the rest is for the next start, or for `ctx import`. */
const most = 20;

export async function catchUp({ path, env, now }: Started): Promise<void> {
  // A session that goes on has not ended.
  forgetEnd(path);
  const { outgrown, settled } = endedSessions(dirname(path), now);
  for (const each of settled) forgetEnd(each);
  for (const each of outgrown.slice(0, most)) await takeIn(each, env, now);
}

/** Whatever is wrong with another session is not told to this one; `ctx import` says it. */
async function takeIn(ended: EndedSession, env: Started['env'], now: number): Promise<void> {
  try {
    await importIntoCapture({ ...ended, env, now });
    forgetEnd(ended.path);
  } catch (error) {
    if (!(error instanceof Failure) && diskTrouble(error) === undefined) throw error;
  }
}
