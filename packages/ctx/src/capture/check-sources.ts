// Whether the transcripts that a capture looked at are still what they were: hosts delete them after a while, and anybody can edit them.

import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../disk/read.js';
import type { Environment } from '../disk/user-folder.js';
import { isWithin } from '../disk/within.js';
import { userProjects } from '../project/user-place.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import type { RecordOf } from '../protocol/records.js';
import { readSession } from '../session/reader.js';
import { digestOfBytes } from './observe.js';

export interface SourceNote {
  readonly seq: number;
  readonly code: 'source_changed' | 'source_gone';
  readonly says: string;
}

type Observed = RecordOf<'source.observed'>;

/** Only of sessions that were captured here: another's log may name any file of this machine. */
export function changedSources(session: string, env: Environment): SourceNote[] {
  const own = userProjects('state', env);
  if (own === undefined || !isWithin(own, session)) return [];
  const seen = new Map<string, Observed[]>();
  readSession(session, (record) => {
    if (record.type !== 'source.observed' || !record.source.includes('/')) return;
    const before = (record.from ?? 0) === 0 ? [] : (seen.get(record.source) ?? []);
    seen.set(record.source, [...before, record]);
  });
  return [...seen].flatMap(([source, observed]) => noteOf(source, observed, env));
}

function noteOf(source: string, observed: readonly Observed[], env: Environment): SourceNote[] {
  const last = observed.at(-1);
  if (last === undefined) return [];
  const path = source.startsWith('~/') ? join(env['HOME'] ?? '', source.slice(2)) : source;
  let descriptor: number;
  try {
    descriptor = openRegularFile(path);
  } catch (error) {
    if (!(error instanceof Failure) && !isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) throw error;
    const says = `${source} is not there any more; the log keeps the digest of its ${last.size} bytes`;
    return [{ seq: last.seq, code: 'source_gone', says }];
  }
  try {
    const { size } = fstatSync(descriptor);
    const changed = observed.find(({ from = 0, size: to, digest }) => {
      return to > size || digestOfBytes(descriptor, from, to) !== digest;
    });
    if (changed === undefined) return [];
    const says = `${source} was changed since: its bytes ${changed.from ?? 0} to ${changed.size} are not what this record saw`;
    return [{ seq: changed.seq, code: 'source_changed', says }];
  } finally {
    closeSync(descriptor);
  }
}
