// A repository cannot make the pad plain, or let others open it, without its owner knowing: the first use asks.

import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import type { TrustItem } from '../../trust/item.js';
import { requireTrust, type TrustGate } from '../../trust/require-trust.js';
import type { TrustPlace } from '../../trust/trust-file.js';
import { isTrusted } from '../../trust/trust-state.js';
import type { Context } from '../context.js';
import { readSettings } from '../read-settings.js';
import type { MemorySettings } from '../settings.js';
import { padConfigItem } from '../settings-trust.js';
import { type Form, formsThere } from './pad-file.js';

interface Asking {
  readonly env: Environment;
  readonly trust: TrustGate;
}

/** Before the lock of the pad is taken: a question must not hold others up. */
export async function acceptPadConfig(
  context: Context,
  asking: Asking,
  wanted: Form | undefined,
): Promise<void> {
  const place = { root: context.root, env: asking.env };
  if (wanted === 'plain' && !asking.trust.byAgent) return;
  const settings = await readSettings(context);
  const item = itemOf(settings, wanted, formsThere(context)[0]);
  if (item !== undefined) await requireTrust([item], place, asking.trust);
}

/** A person who asks for plain text knows it, and is not asked about it again. */
export async function rememberPlain({ root }: Context, { env, trust }: Asking): Promise<void> {
  const item = padConfigItem('plain', []);
  if (item !== undefined) await keepTrust(item, { root, env }, trust);
}

/** What a person has accepted by what they did; where that cannot be kept, the next entry asks. */
export async function keepTrust(item: TrustItem, place: TrustPlace, trust: TrustGate): Promise<void> {
  try {
    await requireTrust([item], place, { ...trust, given: true, keeps: true });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** Under the lock, without a question: what was accepted must be what is used. */
export function requireAcceptedConfig(
  context: Context,
  { env, trust }: Asking,
  settings: MemorySettings,
  wanted: Form | undefined,
  there: Form | undefined,
): void {
  if (wanted === 'plain' && !trust.byAgent) return;
  const item = itemOf(settings, wanted, there);
  if (item === undefined || isTrusted(item, { root: context.root, env })) return;
  throw fail('trust_missing', {
    operation: 'trust',
    target: item.path,
    standing: 'changed',
    answer: 'nobody',
    flag: '--accept-pad-config',
  });
}

function itemOf(
  { encrypted, recipients }: MemorySettings,
  wanted: Form | undefined,
  there: Form | undefined,
) {
  return padConfigItem(wanted ?? there ?? (encrypted ? 'encrypted' : 'plain'), recipients);
}
