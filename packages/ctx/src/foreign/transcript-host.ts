// What each host's folder offers: how to know its transcripts, where they are, and how to read them.

import type { Environment } from '../disk/user-folder.js';
import type { HostName } from './known-hosts.js';
import type { Facts, TranscriptReader } from './told.js';

export interface TranscriptHost {
  readonly name: HostName;
  /** Whether a file that begins with these lines is of this host; a file that is one document is one line. */
  recognises(lines: readonly unknown[]): boolean;
  /** `known`: what the beginning of the file says; `from`: where in the file the reading starts. */
  reader(known?: Facts, from?: number): TranscriptReader;
  /** Of a host that writes one document: its lines, of which later ones come to those that were there. */
  linesOf?(document: unknown): readonly unknown[] | undefined;
  /** Files of subagents that belong to a transcript. */
  subagents?(transcript: string): readonly SubagentFile[];
  /** The folder that a session worked in, where its transcript does not say so: another file does, or it fits one of `folders`. */
  workedIn?(transcript: string, folders: readonly string[]): string | undefined;
  /** Every transcript that the host keeps for this user, oldest first. */
  find(places: TranscriptPlaces): readonly string[];
}

export interface TranscriptPlaces {
  readonly home: string;
  readonly env: Environment;
}

export interface SubagentFile {
  readonly path: string;
  /** What the session calls the file. */
  readonly name: string;
  /** What the host calls the subagent. */
  readonly agent_id: string;
  /** The call that started it, where the host says so. */
  readonly call_id?: string | undefined;
}
