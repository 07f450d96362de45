// Which transcripts are imported: those of a host, or what a path names.

import { statSync } from 'node:fs';
import { homeFolder } from '../disk/home-folder.js';
import { readFailure } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { filesBelow } from './find-files.js';
import { hostNamed } from './hosts.js';
import type { HostName } from './known-hosts.js';

export interface FilesToImport {
  /** Nothing: each is recognised by what it holds. */
  readonly host: HostName | undefined;
  readonly transcripts: readonly string[];
  /** Whether only those count that were worked on in this project. */
  readonly thisProject: boolean;
  /** Where they were looked for. */
  readonly where: string;
}

/** `from`: only what changed since then counts. */
export function hostsTranscripts(
  host: HostName,
  env: Environment,
  from: number | undefined,
  thisProject: boolean,
): FilesToImport {
  const home = homeFolder(env);
  return {
    host,
    transcripts: hostNamed(host).find({ home, env }).filter(changedSince(from)),
    thisProject,
    where: home,
  };
}

/** A file, or what lies below a folder. */
export function transcriptsAt(
  path: string,
  host: HostName | undefined,
  from: number | undefined,
): FilesToImport {
  const transcripts = isFolder(path) ? transcriptsBelow(path) : [path];
  return { host, transcripts: transcripts.filter(changedSince(from)), thisProject: false, where: path };
}

function transcriptsBelow(folder: string): string[] {
  const isTranscript = (name: string) =>
    /\.(?:jsonl|jsonl\.zst|json)$/.test(name) && !/\.meta\.json$|^agent-/.test(name);
  return filesBelow(folder, 8, isTranscript, (name) => name !== 'subagents' && name !== 'tool-results');
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw readFailure(error, path);
  }
}

function changedSince(from: number | undefined): (path: string) => boolean {
  if (from === undefined) return () => true;
  return (path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= from;
}
