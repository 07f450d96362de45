// Going back to an earlier state of the pad: any that the history has, in the form that it had then.

import { sealedBy } from '../../age/file.js';
import { readProjectBytes } from '../../disk/read.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { type Context, shownPath } from '../context.js';
import { withLock } from '../lock.js';
import { readSettings } from '../read-settings.js';
import { type PadServices, replacePad } from './change.js';
import { emptyPad, type Pad } from './document.js';
import { type PadSnapshot, snapshots } from './history.js';
import { type Outside, openBytes, unlessDamaged } from './open.js';
import { type Form, findPad, labelsOf, type PadFile, padPath, padStore } from './pad-file.js';
import { rememberIds } from './spent-ids.js';

export interface Undone {
  readonly slot: number;
  /** What was undone: the operation that the state was kept before. */
  readonly operation: string;
  readonly form: Form;
  readonly entriesBefore: number | undefined;
  readonly entriesAfter: number;
  readonly warnings: readonly string[];
}

/** Nothing where there is nothing to go back to. `slot` is the state to go to; the newest that differs otherwise. */
export function undoPad(context: Context, services: PadServices, slot?: number): Promise<Undone | undefined> {
  return withLock(context, padStore, async () => {
    const settings = await readSettings(context);
    const file = findPad(context);
    const snapshot = chosen(context, snapshots(context), slot, file);
    if (snapshot === undefined) return undefined;
    const before = await presentPad(file, services);
    const bytes = readProjectBytes(context.root, snapshot.path);
    const pad = await openSnapshot(context, snapshot, bytes, services);
    const { form, operation } = snapshot;
    const counts = { entriesBefore: before?.entries.length, entriesAfter: pad.entries.length };
    const now = services.clock.now();
    const occasion = { operation: 'undo', ...counts };
    const idsLost = before === undefined ? undefined : rememberIds(context, before, pad);
    const next = bytes.length === 0 ? undefined : { form, path: padPath(context, form), bytes };
    const warnings = replacePad(context, {
      file,
      next,
      occasion,
      settings,
      now,
      insist: before === undefined,
    });
    if (idsLost !== undefined) warnings.push(`The ids given out since could be used again: ${idsLost}.`);
    const gone = before === undefined ? [] : goneWith(operation, before, pad);
    if (gone.length > 0) warnings.push(`This also took back what was added since: ${gone.join(', ')}.`);
    return { slot: snapshot.slot, operation, form, ...counts, warnings };
  });
}

/** Whether the present key opens a snapshot. Asking a passphrase of each would take a second a file. */
export async function snapshotState(
  context: Context,
  snapshot: PadSnapshot,
  outside: Outside,
): Promise<'opens' | 'locked' | 'damaged' | 'unchecked'> {
  try {
    const bytes = readProjectBytes(context.root, snapshot.path);
    if (snapshot.form === 'encrypted' && sealedBy(bytes) === 'passphrase') return 'unchecked';
    if (bytes.length > 0) await openBytes(bytes, snapshot.form, labelsOf(snapshot.form), outside);
    return 'opens';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.row.kind === 'auth' ? 'locked' : 'damaged';
  }
}

function chosen(
  context: Context,
  all: readonly PadSnapshot[],
  slot: number | undefined,
  file: PadFile | undefined,
): PadSnapshot | undefined {
  if (slot !== undefined) {
    const wanted = all.find((snapshot) => snapshot.slot === slot);
    if (wanted !== undefined) return wanted;
    const slots = all.map((snapshot) => snapshot.slot);
    throw fail('snapshot_unknown', { operation: 'undo', target: String(slot), slots });
  }
  // A change that was killed between its snapshot and its write left the pad as the snapshot is.
  return all.find(({ form, path }) => {
    const bytes = readProjectBytes(context.root, path);
    if (file === undefined || bytes.length === 0) return (file === undefined) !== (bytes.length === 0);
    return file.form !== form || !bytes.equals(file.bytes);
  });
}

/** The pad as it stands; nothing where it is damaged. A pad that only lacks its key is left alone. */
async function presentPad(file: PadFile | undefined, outside: Outside): Promise<Pad | undefined> {
  if (file === undefined) return undefined;
  const { bytes, form } = file;
  const opened = await unlessDamaged(() => openBytes(bytes, form, labelsOf(form), outside));
  return opened?.pad;
}

async function openSnapshot(
  context: Context,
  { slot, form, path }: PadSnapshot,
  bytes: Buffer,
  outside: Outside,
): Promise<Pad> {
  if (bytes.length === 0) return emptyPad;
  try {
    return (await openBytes(bytes, form, labelsOf(form), outside)).pad;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    const reason =
      cause.row.kind === 'auth' ? 'the present key does not fit' : `${shownPath(context, path)} is damaged`;
    throw fail('snapshot_unopenable', { operation: 'undo', target: String(slot), reason, cause });
  }
}

/** Entries that were added after the change that is undone. Undoing an add takes one away, an import or an undo any number. */
function goneWith(operation: string, before: Pad, after: Pad): number[] {
  if (['import', 'merge', 'undo'].includes(operation)) return [];
  const left = new Set(after.entries.map(({ id }) => id));
  const gone = before.entries.map(({ id }) => id).filter((id) => !left.has(id));
  return operation === 'add' ? gone.sort((a, b) => a - b).slice(1) : gone;
}
