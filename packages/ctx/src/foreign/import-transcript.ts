// A transcript becomes a session, or what is new of it comes to the session that it already is.

import { basename } from 'node:path';
import { isThere } from '../disk/is-there.js';
import { fail } from '../protocol/codes.js';
import { contractId, formatVersion } from '../protocol/records.js';
import { foreignSessionId } from '../session/foreign-sessions.js';
import { createSession, openSession } from '../session/open.js';
import { makeSessionsFolder, sessionPath } from '../session/sessions-folder.js';
import type { SessionWriter, WriterOptions } from '../session/writer.js';
import { type Appended, appendChild, appendTranscript, settingsOf } from './append-transcript.js';
import { hostNamed } from './hosts.js';
import type { HostName } from './known-hosts.js';
import { keepWhatItCameTo, logSoFar, takeInLog } from './log-so-far.js';
import { type DatedSource, withSource } from './open-source.js';
import { peek, theirSessionId } from './peek.js';
import { digestOfPart } from './source-lines.js';
import type { Facts } from './told.js';

export interface TranscriptToImport {
  readonly host: HostName;
  /** What is read. */
  readonly path: string;
  /** What the file is called, where what is read was made of it. */
  readonly name?: string | undefined;
  /** Folders that it may have worked in. */
  readonly folders?: readonly string[];
  /** Where the session of what the transcript tells goes, and where in its project it worked. */
  place(facts: Facts): { readonly folder: string; readonly workspace: string };
  /** Whether the session is one that is asked for. */
  wanted?(facts: Facts): boolean;
  readonly writer: WriterOptions;
  readonly now: number;
  readonly ended?: boolean | undefined;
}

export interface Imported extends Appended {
  readonly session_id: string;
  readonly log: string;
  /** Whether the session was made by this import. */
  readonly isNew: boolean;
}

/** What is not imported: nothing was said or done in it, nobody asked for it, or it is a subagent's whose parent has no session. */
export type NotImported = 'empty' | 'not_wanted' | { readonly parent: string };

export function importTranscript(given: TranscriptToImport): Imported | NotImported {
  const name = given.name ?? basename(given.path);
  const { facts, holdsAnything, source } = lookInto(given);
  if (given.wanted?.(facts) === false) return 'not_wanted';
  const theirs = theirSessionId(facts, name);
  const { folder, workspace } = given.place(facts);
  const id = foreignSessionId(given.host, facts.parent_session ?? theirs);
  const log = sessionPath(folder, id);
  const what = {
    host: given.host,
    transcript: given.path,
    name,
    now: given.now,
    ended: given.ended,
    workspace,
  };
  if (facts.parent_session !== undefined) {
    if (!isThere(log)) return { parent: facts.parent_session };
    const appended = into(log, given.writer, (writer, sofar) =>
      appendChild(writer, { ...what, records: sofar }, theirs),
    );
    return { ...appended, session_id: id, log, isNew: false };
  }
  if (isThere(log)) {
    const appended = into(log, given.writer, (writer, sofar) =>
      appendTranscript(writer, { ...what, records: sofar }),
    );
    return { ...appended, session_id: id, log, isNew: false };
  }
  if (!holdsAnything) return 'empty';
  makeSessionsFolder(folder);
  const writer = createSession(log, given.writer);
  try {
    const sofar = logSoFar();
    const version = facts.version === undefined ? {} : { version: facts.version };
    const opened = writer.append('session.opened', {
      format: formatVersion,
      contract: contractId,
      session_id: id,
      runs: [{ run_id: 'main', prompts: [], settings: settingsOf(facts, workspace) }],
      origin: {
        kind: 'imported',
        agent: { name: given.host, ...version, protocol: 'transcript' },
        session_id: theirs,
        sources: [{ source: name, kind: 'transcript', size: source.size, digest: source.digest }],
      },
    });
    takeInLog(sofar, opened);
    const appended = appendTranscript(writer, { ...what, records: sofar });
    writer.sync();
    writer.finish();
    keepWhatItCameTo(writer, sofar);
    return { ...appended, session_id: id, log, isNew: true };
  } finally {
    writer.close();
  }
}

function into(
  log: string,
  options: WriterOptions,
  append: (writer: SessionWriter, sofar: ReturnType<typeof logSoFar>) => Appended,
): Appended {
  const sofar = logSoFar();
  const writer = openSession(log, options, (record) => takeInLog(sofar, record));
  try {
    const appended = append(writer, sofar);
    writer.sync();
    keepWhatItCameTo(writer, sofar);
    return appended;
  } finally {
    writer.close();
  }
}

function lookInto({ host: name, path, folders = [] }: TranscriptToImport) {
  const host = hostNamed(name);
  return withSource(path, host, (source: DatedSource) => {
    const { facts, holdsAnything } = peek(source, host.reader());
    facts.cwd ??= host.workedIn?.(path, folders);
    const digest = digestOfPart(source.descriptor, 0, source.size);
    if (digest === undefined) throw fail('transcript_changed', { operation: 'import', target: path });
    return { facts, holdsAnything, source: { size: source.size, digest } };
  });
}
