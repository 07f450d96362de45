// A pad that git could not merge, or two pads side by side, put together into one.

import { isDeepStrictEqual } from 'node:util';
import { projectBytesIfThere, readProjectBytes } from '../../disk/read.js';
import { unmergedVersions } from '../../git/unmerged.js';
import { fail } from '../../protocol/codes.js';
import { type Context, shownPath } from '../context.js';
import { withLock } from '../lock.js';
import { readSettings } from '../read-settings.js';
import { acceptPadConfig, requireAcceptedConfig } from './accept-config.js';
import { type Changed, type ChangingServices, recipientsOf, replacePad } from './change.js';
import { emptyPad, type Pad, type PadLabels } from './document.js';
import { type MergedPad, mergePads } from './merge-entries.js';
import { openBytes, type Sealing, unlessDamaged } from './open.js';
import {
  type Form,
  formOf,
  formsThere,
  labelsOf,
  type PadFile,
  padPath,
  padStore,
  removePlainPad,
} from './pad-file.js';
import { sealPad } from './seal.js';
import { withFreshIds } from './spent-ids.js';

export interface PadsMerged extends Changed, Omit<MergedPad, 'pad'> {
  /** Whether git waits for it to be added. */
  readonly conflicted: boolean;
}

export async function mergeConflictedPad(context: Context, services: ChangingServices): Promise<PadsMerged> {
  await acceptPadConfig(context, services, undefined);
  return withLock(context, padStore, async () => {
    const settings = await readSettings(context);
    const sides = (await conflictedSides(context, services)) ?? (await twoPads(context, services));
    if (sides === undefined)
      throw fail('pad_not_conflicted', { operation: 'merge', target: labelsOf('encrypted').shown });
    const { base, ours, theirs, file, form, sealing, isDamaged, conflicted } = sides;
    requireAcceptedConfig(context, services, settings, undefined, form);
    const merged = mergePads(base, withFreshIds(context, ours), theirs);
    const { added, removed, doubled } = merged;
    if (file !== undefined && !isDamaged && conflicted && isDeepStrictEqual(merged.pad.entries, ours.entries))
      return {
        pad: ours,
        form,
        recipients: recipientsOf(sealing),
        keyMade: undefined,
        warnings: [],
        added,
        removed,
        doubled,
        conflicted,
      };
    const now = services.clock.now();
    const how = { sealing, settings, outside: services, now };
    const { bytes, recipients, keyMade, warnings } = await sealPad(merged.pad, form, how);
    const entriesBefore = isDamaged ? undefined : ours.entries.length;
    const occasion = { operation: 'merge', entriesBefore, entriesAfter: merged.pad.entries.length };
    const next = { form, path: padPath(context, form), bytes };
    const kept = replacePad(context, { file, next, occasion, settings, now, insist: isDamaged });
    if (!conflicted) removePlainPad(context);
    const changed = { pad: merged.pad, form, recipients, keyMade, warnings: [...warnings, ...kept] };
    return { ...changed, added, removed, doubled, conflicted };
  });
}

interface PadSides {
  readonly base: Pad;
  readonly ours: Pad;
  readonly theirs: Pad;
  /** What stands in the pad's place. */
  readonly file: PadFile | undefined;
  readonly form: Form;
  readonly sealing: Sealing | undefined;
  /** Whether what stands there is no pad: git put marks into it. */
  readonly isDamaged: boolean;
  readonly conflicted: boolean;
}

/** The three versions that git keeps. What was written since counts as ours, where it can be read. */
async function conflictedSides(context: Context, services: ChangingServices): Promise<PadSides | undefined> {
  for (const named of ['encrypted', 'plain'] as const) {
    const path = padPath(context, named);
    const shown = shownPath(context, path);
    const versions = unmergedVersions(context.root, shown);
    if (versions === undefined) continue;
    const open = (bytes: Buffer, whose: string) =>
      openBytes(bytes, formOf(bytes, named), whoseLabels(shown, whose), services);
    const base =
      versions.base === undefined
        ? emptyPad
        : (await open(versions.base, 'the version before both branches')).pad;
    const theirs = versions.theirs === undefined ? base : (await open(versions.theirs, 'their version')).pad;
    const present = projectBytesIfThere(context.root, path);
    const file = present === undefined ? undefined : { form: formOf(present, named), path, bytes: present };
    const written =
      present === undefined ? undefined : await unlessDamaged(() => open(present, 'our version'));
    const own =
      written ?? (versions.ours === undefined ? undefined : await open(versions.ours, 'our version'));
    const sealing =
      own?.sealing ??
      (versions.theirs === undefined ? undefined : (await open(versions.theirs, 'their version')).sealing);
    const isDamaged = file !== undefined && written === undefined;
    return { base, ours: own?.pad ?? base, theirs, file, form: named, sealing, isDamaged, conflicted: true };
  }
  return undefined;
}

/** Both forms at once: what the plain one has and the encrypted one has not is added to it. */
async function twoPads(context: Context, services: ChangingServices): Promise<PadSides | undefined> {
  if (formsThere(context).length < 2) return undefined;
  const read = async (form: Form) => {
    const path = padPath(context, form);
    const bytes = readProjectBytes(context.root, path);
    return {
      file: { form, path, bytes },
      ...(await openBytes(bytes, formOf(bytes, form), labelsOf(form), services)),
    };
  };
  const [age, md] = [await read('encrypted'), await read('plain')];
  const { file, sealing, pad } = age;
  const sides = { base: emptyPad, ours: pad, theirs: md.pad, file, form: 'encrypted' as const, sealing };
  return { ...sides, isDamaged: false, conflicted: false };
}

function whoseLabels(shown: string, whose: string): PadLabels {
  return { ...labelsOf('encrypted'), shown: `${shown} (${whose})` };
}
