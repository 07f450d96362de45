// From entries to a pad's bytes: plain, or encrypted for the user's own key and those of the team, or by a passphrase.

import { isMixed, sealFile } from '../../age/file.js';
import type { Recipient } from '../../age/identity.js';
import { parseRecipient } from '../../age/keys.js';
import { fail } from '../../protocol/codes.js';
import { counted } from '../../text/counted.js';
import { configName, type MemorySettings } from '../settings.js';
import { type Pad, padText } from './document.js';
import { findKeys } from './keys.js';
import { makeKey, type NewKey } from './make-key.js';
import type { Outside, Sealing } from './open.js';
import { type Form, labelsOf } from './pad-file.js';

export interface SealedPad {
  readonly bytes: Buffer;
  /** How many keys open it; nothing where no key does. */
  readonly recipients: number | undefined;
  readonly keyMade: NewKey | undefined;
  readonly warnings: readonly string[];
}

interface HowToSeal {
  /** How the pad was encrypted before, which it stays; a new pad is encrypted by what there is. */
  readonly sealing: Sealing | undefined;
  readonly settings: MemorySettings;
  readonly outside: Outside;
  readonly now: number;
}

export async function sealPad(
  pad: Pad,
  form: Form,
  { sealing, settings, outside, now }: HowToSeal,
): Promise<SealedPad> {
  const plain = Buffer.from(padText(pad));
  if (form === 'plain') return { bytes: plain, recipients: undefined, keyMade: undefined, warnings: [] };
  const passphrase = wantedPassphrase(sealing, outside);
  if (passphrase !== undefined) {
    const bytes = whole(sealFile(plain, { passphrase }));
    return { bytes, recipients: undefined, keyMade: undefined, warnings: [] };
  }
  const { own, keyMade } = await ownRecipients(outside, now);
  const recipients = unique([...own, ...(await Promise.all(settings.recipients.map(recipientFrom)))]);
  if (isMixed(recipients))
    throw fail('recipients_mixed', {
      operation: 'encrypt',
      target: labelsOf('encrypted').shown,
      configFile: `.context/${configName}`,
    });
  const lost = (sealing?.keys ?? 0) - recipients.length;
  const warnings =
    lost > 0
      ? [
          `The pad was encrypted for ${counted(lost, 'more key')} than now; add them to \`recipients\` in ${configName} if they still share it.`,
        ]
      : [];
  const bytes = whole(sealFile(plain, { recipients }));
  return { bytes, recipients: recipients.length, keyMade, warnings };
}

function wantedPassphrase(sealing: Sealing | undefined, { env }: Outside): string | undefined {
  const passphrase = env['CTX_AGE_PASSPHRASE'] || undefined;
  if (sealing !== undefined) return sealing.by === 'passphrase' ? passphrase : undefined;
  return env['CTX_AGE_IDENTITY'] ? undefined : passphrase;
}

async function ownRecipients(
  { env, cwd }: Outside,
  now: number,
): Promise<{ own: readonly Recipient[]; keyMade: NewKey | undefined }> {
  const { own } = await findKeys(env, cwd);
  if (own.length > 0) return { own, keyMade: undefined };
  const keyMade = await makeKey(env, now);
  return { own: (await findKeys(env, cwd)).own, keyMade };
}

async function recipientFrom(text: string): Promise<Recipient> {
  const recipient = await parseRecipient(text.trim());
  if (recipient !== undefined) return recipient;
  throw fail('recipient_invalid', {
    operation: 'encrypt',
    target: text,
    configFile: `.context/${configName}`,
  });
}

function unique(recipients: readonly Recipient[]): Recipient[] {
  return [...new Map(recipients.map((recipient) => [recipient.text, recipient])).values()];
}

/** A public key with a right checksum can still be none (a point of low order), and nobody could open that file. */
function whole(sealed: Buffer | undefined): Buffer {
  if (sealed !== undefined) return sealed;
  throw fail('recipient_invalid', {
    operation: 'encrypt',
    target: 'recipients',
    configFile: `.context/${configName}`,
  });
}
