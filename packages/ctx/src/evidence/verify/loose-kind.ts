// A file of evidence that stands by itself: traces, a trajectory, a summary. Told by its name and by how it begins.

import { closeSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { openRegularFile } from '../../disk/read.js';
import { readFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';

/** What carries no digest of its own: only the session can show that nobody changed it. */
export const looseKinds = ['traces', 'trajectories', 'summary'] as const;
export type LooseKind = (typeof looseKinds)[number];

export const tracesName = 'traces.otlp.jsonl';
export const trajectoryEnding = '.trajectory.json';
export const summaryName = 'summary.md';

/** One file of such evidence by itself. A session may be called anything, so how it begins decides where its name does not. */
export function looseFileKind(path: string): LooseKind | undefined {
  const kind = looseKindOf(basename(path));
  return kind === 'traces' && !beginsAsTraces(path) ? undefined : kind;
}

/** By its name alone. */
export function looseKindOf(name: string): LooseKind | undefined {
  if (name === tracesName) return 'traces';
  if (name === summaryName) return 'summary';
  return name.endsWith(trajectoryEnding) ? 'trajectories' : undefined;
}

function beginsAsTraces(path: string): boolean {
  const wanted = '{"resourceSpans":';
  const head = Buffer.alloc(wanted.length);
  try {
    const descriptor = openRegularFile(path);
    try {
      readSync(descriptor, head);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw readFailure(error, path);
  }
  return head.toString('latin1') === wanted;
}
