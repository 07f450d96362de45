// Earlier states of the pad, byte for byte, in two bounded rings: an agent that adds notes must not flush the states that a
// person wants back. Each file's name says what it is, so nothing else has to.

import { linkSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { namesIn } from '../../disk/names-in.js';
import { writeFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';
import { type Context, contextPath } from '../context.js';
import { ensureFolder } from '../ensure-folder.js';
import type { HistoryLimits } from '../settings.js';
import { type Form, historyName, type PadFile } from './pad-file.js';
import { reasonOf } from './reason.js';

export interface PadSnapshot {
  readonly slot: number;
  readonly path: string;
  /** When it was kept, milliseconds since 1970. */
  readonly at: number;
  readonly form: Form;
  /** What was about to be done to the pad. */
  readonly operation: string;
  /** Missing where the pad could not be read. */
  readonly entriesBefore: number | undefined;
  readonly entriesAfter: number | undefined;
}

/** What a snapshot is kept for. */
export interface Occasion {
  readonly operation: string;
  readonly entriesBefore: number | undefined;
  readonly entriesAfter: number | undefined;
}

const fileName = /^(\d{6,15})_(\d{8}T\d{9}Z)_([a-z]+)_(\d+|x)_(\d+|x)\.(age|md)$/;

/** Newest first. */
export function snapshots(context: Context): PadSnapshot[] {
  const folder = contextPath(context, historyName);
  const found = namesIn(folder).flatMap((name) => snapshotFrom(name, join(folder, name)));
  return found.sort((a, b) => b.slot - a.slot);
}

/** Keeps the pad as it is. Returns why it could not: a snapshot that fails must not stop the write. */
export function keepSnapshot(
  context: Context,
  file: PadFile,
  occasion: Occasion,
  now: number,
): string | undefined {
  try {
    const folder = contextPath(context, historyName);
    makePrivateFolder(folder);
    const slot = (snapshots(context)[0]?.slot ?? 0) + 1;
    const path = contextPath(context, historyName, nameOf(slot, file.form, occasion, now));
    if (occasion.operation !== 'add' || !linked(file, path)) writeAtomically(path, file.bytes, 0o600);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The pad is never changed in its place, so a second name keeps it as it is, and costs an add nothing. Whether that worked. */
function linked({ path, bytes }: PadFile, to: string): boolean {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file?.isFile() !== true || file.size !== bytes.length || bytes.length === 0) return false;
  try {
    linkSync(path, to);
    return true;
  } catch {
    return false;
  }
}

/** Removes what is beyond the limits, which hold for the states before an add and for all others apart. Returns how many went, and what went wrong in words. */
export function pruneSnapshots(
  context: Context,
  limits: HistoryLimits,
  now: number,
): { removed: number; warning?: string } {
  let removed = 0;
  try {
    const kept = { add: 0, other: 0 };
    for (const { path, at, operation } of snapshots(context)) {
      const ring = operation === 'add' ? 'add' : 'other';
      kept[ring] += 1;
      if (kept[ring] <= limits.snapshots && now - at <= limits.days * 86_400_000) continue;
      rmSync(path, { force: true });
      removed += 1;
    }
    return { removed };
  } catch (error) {
    return { removed, warning: `Old states of the pad could not be removed: ${reasonOf(error)}.` };
  }
}

export function clearSnapshots(context: Context): number {
  const all = snapshots(context);
  for (const { path } of all) {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      throw writeFailure(error, path);
    }
  }
  return all.length;
}

/** Ignored by git even where the project's own `.gitignore` does not say so. */
function makePrivateFolder(folder: string): void {
  ensureFolder(folder, 0o700);
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
}

function nameOf(
  slot: number,
  form: Form,
  { operation, entriesBefore, entriesAfter }: Occasion,
  now: number,
): string {
  const time = new Date(now).toISOString().replace(/[-:.]/g, '');
  const number = String(slot).padStart(6, '0');
  const extension = form === 'encrypted' ? 'age' : 'md';
  return `${number}_${time}_${operation}_${entriesBefore ?? 'x'}_${entriesAfter ?? 'x'}.${extension}`;
}

function snapshotFrom(name: string, path: string): PadSnapshot[] {
  const [, slot, time = '', operation = '', before = '', after = '', extension] = fileName.exec(name) ?? [];
  if (slot === undefined) return [];
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z');
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return [];
  const count = (text: string) => (text === 'x' ? undefined : Number(text));
  const form = extension === 'age' ? 'encrypted' : 'plain';
  const counts = { entriesBefore: count(before), entriesAfter: count(after) };
  return [{ slot: Number(slot), path, at, form, operation, ...counts }];
}
