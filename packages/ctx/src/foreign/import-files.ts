// Imports transcripts one after the other: what fails with one is told, and the others are imported all the same.

import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { isThere } from '../disk/is-there.js';
import type { Environment } from '../disk/user-folder.js';
import { projectRoot, realFolder } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { foreignSessionsFolder } from '../session/foreign-sessions.js';
import { redactorFor } from '../session/redact.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import type { Clock } from '../time/clock.js';
import type { FilesToImport } from './files-to-import.js';
import { type Imported, importTranscript } from './import-transcript.js';
import { type HostName, transcriptHosts } from './known-hosts.js';
import { eachSession, opencodeDatabase } from './opencode/database.js';
import { recogniseTranscript } from './recognise.js';
import type { Facts } from './told.js';
import { unpacked } from './unpack.js';

export interface ImportedFile {
  readonly session_id: string;
  readonly agent: string;
  readonly path: string;
  readonly source: string;
  readonly state: 'new' | 'updated' | 'unchanged' | 'rewritten';
  readonly runs: string[];
  readonly turns: number;
  readonly answers: number;
  readonly calls: number;
  readonly bytes: number;
  readonly pending_bytes: number;
  readonly unknown_records: number;
}

export interface ImportedFiles {
  readonly imported: ImportedFile[];
  empty: number;
  readonly failed: { readonly source: string; readonly code: string; readonly failure: Failure }[];
}

/** What an import takes from outside. */
export interface Importing {
  readonly cwd: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** `directory`: where a person wants the sessions, in the place of the folder of each one's project. */
export async function importFiles(
  files: FilesToImport,
  directory: string | undefined,
  services: Importing,
): Promise<ImportedFiles> {
  const found: ImportedFiles = { imported: [], empty: 0, failed: [] };
  const importing = importer(files, directory, services, found);
  if (files.host === 'opencode' && files.transcripts.length === 0)
    importing.database(opencodeDatabase(services.env));
  for (const path of files.transcripts) await importing.file(path);
  await importing.children();
  if (found.imported.length + found.empty + found.failed.length === 0) {
    const project = files.thisProject ? projectRoot(services) : undefined;
    const host = files.host ?? 'any agent';
    throw fail('transcripts_none', { operation: 'import', target: files.where, host, project });
  }
  return found;
}

function importer(
  files: FilesToImport,
  directory: string | undefined,
  services: Importing,
  found: ImportedFiles,
) {
  const { env, clock, cwd } = services;
  const here = realFolder(projectRoot(services));
  const folders = [here, realFolder(cwd)];
  const writer = { clock, redactor: redactorFor(env), withoutSpare: true };
  /** Subagents whose parent had no session yet. */
  const waiting: string[] = [];

  function place(facts: Facts) {
    const workedIn = folderIn(facts) ?? cwd;
    const root = projectRoot({ cwd: workedIn, env });
    const inside = relative(realFolder(root), realFolder(workedIn));
    const workspace = inside === '' || inside.startsWith('..') || isAbsolute(inside) ? '.' : inside;
    const named = directory ?? env['CTX_SESSIONS_DIR'];
    const folder = named ? undefined : foreignSessionsFolder(root, env);
    return { folder: folder ?? sessionsFolder(services, directory), workspace };
  }

  function isOfThisProject(facts: Facts): boolean {
    const workedIn = folderIn(facts);
    return workedIn !== undefined && realFolder(projectRoot({ cwd: workedIn, env })) === here;
  }

  function one(host: HostName, path: string, source: string, name: string, isLast: boolean): void {
    const wanted = files.thisProject ? isOfThisProject : () => true;
    const result = importTranscript({ host, path, name, folders, place, wanted, writer, now: clock.now() });
    if (result === 'not_wanted') return;
    if (result === 'empty') {
      if (files.transcripts.length === 1)
        throw fail('transcript_empty', { operation: 'import', target: source, host });
      found.empty += 1;
    } else if ('parent' in result) {
      const { parent } = result;
      if (isLast)
        throw fail('transcript_parent_missing', { operation: 'import', target: source, host, parent });
      waiting.push(source);
    } else found.imported.push(importedFile(result, host, source));
  }

  async function attempt(source: string, doIt: () => void | Promise<void>): Promise<void> {
    try {
      await doIt();
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      found.failed.push({ source, code: failure.code, failure });
    }
  }

  async function file(source: string, isLast = false): Promise<void> {
    services.signal.throwIfAborted();
    await attempt(source, async () => {
      if (source.endsWith('.db')) {
        database(source);
        return;
      }
      if (!source.endsWith('.zst')) {
        one(hostOf(source, source), source, source, basename(source), isLast);
        return;
      }
      const plain = await unpacked(source);
      try {
        one(hostOf(plain.path, source), plain.path, source, basename(source, '.zst'), isLast);
      } finally {
        plain.remove();
      }
    });
  }

  function hostOf(path: string, source: string): HostName {
    const host = recogniseTranscript(path);
    if (host !== undefined && (files.host === undefined || files.host === host)) return host;
    const known = [...transcriptHosts];
    throw fail('transcript_unknown', { operation: 'import', target: source, host: files.host, known });
  }

  /** A database that is not there holds nothing. */
  function database(path: string): void {
    if (!isThere(path)) return;
    eachSession(path, (session) => one('opencode', session.path, session.name, session.name, true));
  }

  return {
    file,
    database,
    /** Parents are imported by now, if they are there at all. */
    async children(): Promise<void> {
      for (const source of waiting.splice(0)) await file(source, true);
    },
  };
}

function importedFile(result: Imported, agent: string, source: string): ImportedFile {
  const { session_id, log, isNew, rewritten, bytes, runs, turns, answers, calls, pending, unknown } = result;
  const isMore = bytes > 0 || runs.length > 0;
  return {
    session_id,
    agent,
    path: log,
    source,
    state: isNew ? 'new' : rewritten ? 'rewritten' : isMore ? 'updated' : 'unchanged',
    runs: [...runs],
    turns,
    answers,
    calls,
    bytes,
    pending_bytes: pending,
    unknown_records: unknown,
  };
}

/** No system has a longer path, and none with a NUL. */
const longestFolder = 4096;

/** Where a transcript says that its agent worked, which becomes a part of paths of ours: a stranger's text must not lead out of them. */
function folderIn({ cwd = '' }: Facts): string | undefined {
  if (!isAbsolute(cwd) || cwd.includes('\0') || cwd.length > longestFolder) return undefined;
  const parts = resolve(cwd).split(sep);
  return parts.every((part) => Buffer.byteLength(part) < 256) ? resolve(cwd) : undefined;
}
