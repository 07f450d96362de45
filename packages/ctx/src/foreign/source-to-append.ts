// One file of another agent, with all that is known of it before it is appended.

import type { RunSettings } from '../protocol/records.js';
import type { HostName } from './known-hosts.js';
import type { OpenSource } from './read-source.js';
import type { Facts, TranscriptReader } from './told.js';

export interface SourceToAppend {
  readonly host: HostName;
  readonly source: OpenSource;
  readonly name: string;
  readonly kind: 'transcript' | 'subagent';
  readonly facts: Facts;
  /** A reader that starts there in the file. */
  reader(from: number): TranscriptReader;
  /** Runs are called this, and this with a number. */
  readonly runName: string;
  readonly parent?: { readonly run_id: string; readonly call_id?: string } | undefined;
  /** Runs that are told again by what is appended. */
  readonly retells: readonly string[];
  readonly settings: RunSettings;
  readonly ended: boolean;
}
