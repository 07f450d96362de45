// The file that a driven host wrote of its session, by what it calls that session.

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hostNamed } from '../foreign/hosts.js';
import { isTranscriptHost } from '../foreign/known-hosts.js';
import type { PreparedAgent } from './prepare-agents.js';

export interface TranscriptPlace {
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For what has to be made first. */
  readonly folder: string;
}

export interface FoundTranscript {
  readonly path: string;
  readonly name: string;
}

/** Nothing for an agent that writes none, or none that is known here. */
export async function foundTranscript(
  { host, program }: PreparedAgent,
  session: string,
  place: TranscriptPlace,
): Promise<FoundTranscript | undefined> {
  if (!isTranscriptHost(host.name)) return undefined;
  if (host.exported !== undefined) return exported(program, host.exported(session), session, place);
  const files = hostNamed(host.name).find(place);
  const wanted = host.inTranscript?.(session) ?? session;
  const path = files.findLast((file) => file.includes(wanted));
  return path === undefined ? undefined : { path, name: path.slice(path.lastIndexOf('/') + 1) };
}

/** What it prints, as a file. Before the document it may greet. */
async function exported(
  [file = '', ...words]: readonly string[],
  argv: readonly string[],
  session: string,
  { cwd, env, folder }: TranscriptPlace,
): Promise<FoundTranscript | undefined> {
  const bounds = { cwd, env: { ...env }, timeout: 60_000, maxBuffer: 1 << 28 };
  try {
    const { stdout } = await promisify(execFile)(file, [...words, ...argv], bounds);
    const path = join(folder, 'export.json');
    writeFileSync(path, stdout.slice(stdout.indexOf('{')), { mode: 0o600 });
    return { path, name: `${session}.json` };
  } catch {
    // Whatever it is: there is no transcript then, and the session says so.
    return undefined;
  }
}
