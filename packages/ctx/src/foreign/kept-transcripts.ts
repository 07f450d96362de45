// The transcripts that hosts keep of one project, told from the beginning of each file, without importing any.

import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { homeFolder } from '../disk/home-folder.js';
import type { Environment } from '../disk/user-folder.js';
import { Failure } from '../protocol/failure.js';
import { foreignSessionId } from '../session/foreign-sessions.js';
import { hostNamed } from './hosts.js';
import type { HostName } from './known-hosts.js';
import { withSource } from './open-source.js';
import { peek, theirSessionId } from './peek.js';

export interface KeptTranscript {
  readonly host: HostName;
  readonly path: string;
  /** The session that it is, or would be once it is imported. */
  readonly session_id: string;
  /** Milliseconds since 1970. */
  readonly changedMs: number;
}

export interface KeptTranscripts {
  readonly transcripts: readonly KeptTranscript[];
  /** Files that could not be read, or are packed. */
  readonly unread: number;
}

interface Wanted {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly root: string;
  /** Whether the folder that a session worked in is of the project. */
  isOfProject(folder: string): boolean;
  readonly env: Environment;
}

/** Those that changed since, and in which something was said. A subagent's file belongs to that of its parent. */
export function keptTranscripts(host: HostName, { since, root, isOfProject, env }: Wanted): KeptTranscripts {
  const transcripts: KeptTranscript[] = [];
  let unread = 0;
  for (const path of hostNamed(host).find({ home: homeFolder(env), env })) {
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedMs < since) continue;
    const looked = path.endsWith('.zst') ? undefined : lookInto(host, path, root);
    if (looked === undefined) unread += 1;
    else if (looked.holdsAnything && looked.workedIn !== undefined && looked.theirs !== undefined) {
      if (!isOfProject(looked.workedIn)) continue;
      transcripts.push({ host, path, session_id: foreignSessionId(host, looked.theirs), changedMs });
    }
  }
  return { transcripts, unread };
}

function lookInto(name: HostName, path: string, root: string) {
  const host = hostNamed(name);
  try {
    return withSource(path, host, (source) => {
      const { facts, holdsAnything } = peek(source, host.reader());
      const isSubagents = facts.parent_session !== undefined || facts.subagent === true;
      return {
        holdsAnything,
        workedIn: facts.cwd ?? host.workedIn?.(path, [root]),
        theirs: isSubagents ? undefined : theirSessionId(facts, basename(path)),
      };
    });
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
