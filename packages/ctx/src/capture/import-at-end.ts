// The host's transcript of a session that is over, into the same log: what its hooks could not tell stands there.

import { pause } from '../disk/pause.js';
import { appendTranscript } from '../foreign/append-transcript.js';
import { isTranscriptHost } from '../foreign/known-hosts.js';
import { keepWhatItCameTo, logSoFar, openCaptures, takeInLog } from '../foreign/log-so-far.js';
import { Failure } from '../protocol/failure.js';
import { openSession } from '../session/open.js';
import { redactorFor } from '../session/redact.js';
import type { SessionWriter } from '../session/writer.js';
import { forgetAgentsOf } from './agents-sessions.js';
import { type EndedSession, noteEnd } from './ended-sessions.js';

interface SessionToImport extends EndedSession {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}

export async function importAtEnd(ended: SessionToImport): Promise<void> {
  await importIntoCapture(ended);
  noteEnd(ended);
  forgetAgentsOf(ended.path);
}

export async function importIntoCapture({
  path,
  host,
  transcript,
  env,
  now,
}: SessionToImport): Promise<void> {
  if (!isTranscriptHost(host)) return;
  const sofar = logSoFar();
  const clock = { now: () => now, deterministic: false };
  const options = { clock, redactor: redactorFor(env) };
  const writer = await opened(() => openSession(path, options, (record) => takeInLog(sofar, record)));
  try {
    try {
      // A session that goes on by now is imported when it is over.
      const ended = openCaptures(sofar).length === 0;
      appendTranscript(writer, { host, transcript, records: sofar, ended, now });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'file_not_found') throw error;
      // Hosts name a transcript before they write it, and some sessions end without one.
      const says = 'the transcript that the host named was not there when the session ended';
      writer.append('finding', { code: 'transcript_missing', records: [], says });
    }
    writer.sync();
    keepWhatItCameTo(writer, sofar);
  } finally {
    writer.close();
  }
}

/** An event of a subagent may come between. */
async function opened(open: () => SessionWriter): Promise<SessionWriter> {
  const tries = 50;
  for (let left = tries; ; left--) {
    try {
      return open();
    } catch (error) {
      if (left === 0 || !(error instanceof Failure) || error.code !== 'session_locked') throw error;
      await pause(20);
    }
  }
}
