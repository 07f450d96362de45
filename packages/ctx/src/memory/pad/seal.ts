// From entries to a pad's bytes: plain, or encrypted for the user's own key and those of the team, or by a passphrase.

import { sealFile } from '../../age/file.js';
import { parseRecipient, type Recipient, recipientText } from '../../age/keys.js';
import { fail } from '../../protocol/codes.js';
import { configName, type MemorySettings } from '../settings.js';
import { type Pad, padText } from './document.js';
import { findKeys } from './keys.js';
import { makeKey, type NewKey } from './make-key.js';
import type { Outside, Sealing } from './open.js';
import type { Form } from './pad-file.js';

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

export function sealPad(pad: Pad, form: Form, { sealing, settings, outside, now }: HowToSeal): SealedPad {
  const plain = Buffer.from(padText(pad));
  if (form === 'plain') return { bytes: plain, recipients: undefined, keyMade: undefined, warnings: [] };
  const passphrase = wantedPassphrase(sealing, outside);
  if (passphrase !== undefined) {
    const bytes = whole(sealFile(plain, { passphrase }));
    return { bytes, recipients: undefined, keyMade: undefined, warnings: [] };
  }
  const { own, keyMade } = ownRecipients(outside, now);
  const recipients = unique([...own, ...settings.recipients.map(recipientFrom)]);
  const lost = (sealing?.keys ?? 0) - recipients.length;
  const warnings =
    lost > 0
      ? [
          `The pad was encrypted for ${lost} more keys than now; add them to \`recipients\` in ${configName} if they still share it.`,
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

function ownRecipients(
  { env, cwd }: Outside,
  now: number,
): { own: readonly Recipient[]; keyMade: NewKey | undefined } {
  const { own } = findKeys(env, cwd);
  if (own.length > 0) return { own, keyMade: undefined };
  const keyMade = makeKey(env, now);
  return { own: findKeys(env, cwd).own, keyMade };
}

function recipientFrom(text: string): Recipient {
  const recipient = parseRecipient(text.trim());
  if (recipient !== undefined) return recipient;
  throw fail('recipient_invalid', {
    operation: 'encrypt',
    target: text,
    configFile: `.context/${configName}`,
  });
}

function unique(recipients: readonly Recipient[]): Recipient[] {
  return [...new Map(recipients.map((recipient) => [recipientText(recipient), recipient])).values()];
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
