// A change of the pad: under its lock, read, change, keep the state before, write. Whole or not at all.

import { fail } from '../../protocol/codes.js';
import type { Clock } from '../../time/clock.js';
import type { TrustGate } from '../../trust/require-trust.js';
import type { Context } from '../context.js';
import { withLock } from '../lock.js';
import { readSettings } from '../read-settings.js';
import type { MemorySettings } from '../settings.js';
import { acceptPadConfig, rememberPlain, requireAcceptedConfig } from './accept-config.js';
import type { Pad } from './document.js';
import { keepSnapshot, type Occasion, pruneSnapshots } from './history.js';
import type { NewKey } from './make-key.js';
import { type Outside, readPad, type Sealing } from './open.js';
import { type Form, type PadFile, padPath, padStore, writePad } from './pad-file.js';
import { sealPad } from './seal.js';
import { withFreshIds } from './spent-ids.js';

export interface PadServices extends Outside {
  readonly clock: Clock;
}

export interface ChangingServices extends PadServices {
  /** Who is asked where the project wants a pad that others can read. */
  readonly trust: TrustGate;
}

export type Operation = 'add' | 'edit' | 'rm' | 'mv' | 'tag' | 'import' | 'encrypt' | 'decrypt' | 'undo';

export interface Changed {
  readonly pad: Pad;
  readonly form: Form;
  /** How many keys open it; nothing for a plain pad, or one with a passphrase. */
  readonly recipients: number | undefined;
  readonly keyMade: NewKey | undefined;
  readonly warnings: readonly string[];
}

/** `change` returns the new pad, or the one it got where there is nothing to do. `form` is for turning encryption. */
export async function changePad(
  context: Context,
  services: ChangingServices,
  operation: Operation,
  change: (pad: Pad) => Pad,
  wantedForm?: Form,
): Promise<Changed> {
  await acceptPadConfig(context, services, wantedForm);
  return withLock(context, padStore, async () => {
    const settings = await readSettings(context);
    const { pad: present, file, sealing } = await readPad(context, services);
    requireAcceptedConfig(context, services, settings, wantedForm, file?.form);
    const before = withFreshIds(context, present);
    const form = wantedForm ?? file?.form ?? (settings.encrypted ? 'encrypted' : 'plain');
    const pad = change(before);
    if (pad === before && form === file?.form)
      return { pad, form, recipients: recipientsOf(sealing), keyMade: undefined, warnings: [] };
    const now = services.clock.now();
    const sealed = await sealPad(pad, form, { sealing, settings, outside: services, now });
    const occasion = { operation, entriesBefore: before.entries.length, entriesAfter: pad.entries.length };
    const next = { form, path: padPath(context, form), bytes: sealed.bytes };
    const kept = replacePad(context, { file, next, occasion, settings, now });
    if (wantedForm === 'plain' && !services.trust.byAgent) await rememberPlain(context, services);
    const { recipients, keyMade } = sealed;
    return { pad, form, recipients, keyMade, warnings: [...sealed.warnings, ...kept] };
  });
}

export function recipientsOf(sealing: Sealing | undefined): number | undefined {
  return sealing?.by === 'identity' ? sealing.keys : undefined;
}

interface Replacement {
  readonly file: PadFile | undefined;
  /** Without it the pad goes. */
  readonly next: PadFile | undefined;
  readonly occasion: Occasion;
  readonly settings: MemorySettings;
  readonly now: number;
  /** A state that cannot be read could never be written again, so it is replaced only where its copy was kept. */
  readonly insist?: boolean;
}

/**
 * The single point where the pad is written: puts one state in the place of another, which the history keeps. Returns
 * warnings.
 */
export function replacePad(
  context: Context,
  { file, next, occasion, settings, now, insist = false }: Replacement,
): string[] {
  const warnings: string[] = [];
  const before = file ?? stateWithout(next, occasion);
  if (before !== undefined) {
    const reason = keepSnapshot(context, before, occasion, now);
    if (reason !== undefined && insist)
      throw fail('file_unwritable', { operation: 'write', target: before.path, reason });
    if (reason !== undefined) warnings.push(`The state before this could not be kept for undo: ${reason}.`);
  }
  writePad(context, file, next);
  const { warning } = pruneSnapshots(context, settings.history, now);
  if (warning !== undefined) warnings.push(warning);
  return warnings;
}

/** That there was no pad is a state, too, which the first entries can be taken back to. */
function stateWithout(next: PadFile | undefined, { operation }: Occasion): PadFile | undefined {
  const isFirst = next !== undefined && ['add', 'import'].includes(operation);
  return isFirst ? { ...next, bytes: Buffer.alloc(0) } : undefined;
}
