// What a folder or a file of evidence is, by the names that ctx gives its files and by how they begin.

import { closeSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openRegularFile } from '../../disk/read.js';
import { readFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';
import { metaOf, overviewSchema } from '../report/page.js';
import { looksLikeExport } from './check-export.js';
import { bytesOf } from './folder-files.js';

/** What carries no digest of its own: only the session can show that nobody changed it. */
export const looseKinds = ['traces', 'trajectories', 'summary'] as const;
export type LooseKind = (typeof looseKinds)[number];

export const tracesName = 'traces.otlp.jsonl';
export const trajectoryEnding = '.trajectory.json';
export const summaryName = 'summary.md';

export function folderKind(folder: string): 'export' | 'report' | 'reports' | LooseKind {
  const names = namesIn(folder);
  const loose = looseKinds.find((kind) => names.some((name) => looseKindOf(name) === kind));
  if (looksLikeExport(names)) return 'export';
  if (loose !== undefined) return loose;
  if (!names.includes('index.html'))
    return names.some((name) => name.endsWith('.html')) ? 'report' : 'export';
  return isOverview(join(folder, 'index.html')) ? 'reports' : 'report';
}

/** One file of such evidence by itself. A session may be called anything, so how it begins decides where its name does not. */
export function looseFileKind(path: string): LooseKind | undefined {
  const kind = looseKindOf(basename(path));
  return kind === 'traces' && !beginsAsTraces(path) ? undefined : kind;
}

function looseKindOf(name: string): LooseKind | undefined {
  if (name === tracesName) return 'traces';
  if (name === summaryName) return 'summary';
  return name.endsWith(trajectoryEnding) ? 'trajectories' : undefined;
}

function isOverview(index: string): boolean {
  const bytes = bytesOf(index);
  return bytes !== undefined && metaOf(bytes, 'report')[0] === overviewSchema;
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw readFailure(error, folder);
  }
}
