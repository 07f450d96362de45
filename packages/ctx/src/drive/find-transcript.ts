// The file that a driven host wrote of its session, by what it calls that session.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostNamed } from '../foreign/hosts.js';
import { isTranscriptHost } from '../foreign/known-hosts.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { type HostProcess, startHost } from './host-process.js';
import type { PreparedAgent } from './prepare-agents.js';

export interface TranscriptPlace {
  readonly home: string;
  readonly cwd: string;
  /** As the host had it, and no more. */
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | undefined;
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
  if (host.exported !== undefined) return exported([...program, ...host.exported(session)], session, place);
  const files = hostNamed(host.name).find(place);
  const wanted = host.inTranscript?.(session) ?? session;
  const path = files.findLast((file) => file.includes(wanted));
  return path === undefined ? undefined : { path, name: path.slice(path.lastIndexOf('/') + 1) };
}

/** What it prints, as a file. Before the document it may greet. */
async function exported(
  words: readonly string[],
  session: string,
  { cwd, env, sandbox, folder }: TranscriptPlace,
): Promise<FoundTranscript | undefined> {
  // What the agent left in the workspace is loaded by this program as well: it gets no more than the agent had.
  const text = await printed(startHost({ argv: words, cwd, env, sandbox }));
  const start = text?.indexOf('{') ?? -1;
  if (text === undefined || start < 0) return undefined;
  const path = join(folder, 'export.json');
  writeFileSync(path, text.slice(start), { mode: 0o600 });
  return { path, name: `${session}.json` };
}

const longestExport = 60_000;
const mostPrinted = 1 << 28;

/** Nothing where it failed, whatever the reason: there is no transcript then, and the session says so. */
async function printed(host: HostProcess): Promise<string | undefined> {
  const late = setTimeout(() => void host.end(), longestExport);
  host.stdin.end();
  let text = '';
  try {
    for await (const piece of host.stdout.setEncoding('utf8')) {
      text += piece;
      if (text.length > mostPrinted) return undefined;
    }
    await host.gone;
    return host.exitCode() === 0 ? text : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
    await host.end();
  }
}
