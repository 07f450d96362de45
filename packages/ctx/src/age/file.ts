// A whole age file (age-encryption.org/v1), sealed and opened with Node's own cryptography: loading the age library
// and running its JavaScript ciphers takes 100 ms, four times what a list of the pad may take altogether.

import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { isArmoured, withoutArmour } from './armour.js';
import { encodeBase64, encodeCovered, type Header, hasVersionLine, parseHeader } from './header.js';
import type { Identity, Recipient } from './identity.js';
import { unwrapByPassphrase, wrapByPassphrase } from './passphrase.js';
import { openPayload, sealPayload } from './payload.js';
import { DamagedHeader, type RecipientStanza, recipientStanzas } from './recipient-stanza.js';

/** Who may open a file: whoever has one of the identities, or whoever knows the passphrase. Never both (the format). */
export type Audience = { readonly recipients: readonly Recipient[] } | { readonly passphrase: string };

/** What somebody who wants to open files has. */
export interface Keys {
  readonly identities: readonly Identity[];
  readonly passphrase: string | undefined;
}

export type Opened =
  | {
      readonly kind: 'opened';
      readonly plain: Buffer;
      readonly by: 'identity' | 'passphrase';
      readonly sealedFor: number;
    }
  /** Whole as far as can be seen, but not for these keys. */
  | { readonly kind: 'locked'; readonly by: 'identity' | 'passphrase' }
  | { readonly kind: 'damaged'; readonly reason: string };

/** In its binary form, or armoured. */
export function isAgeFile(bytes: Buffer): boolean {
  return hasVersionLine(bytes) || isArmoured(bytes);
}

/**
 * Nothing for an audience that cannot be sealed for: nobody, a public key that is none, or keys of both kinds, of which the
 * weaker would open what the stronger is there to keep closed (the format).
 */
export function sealFile(plain: Buffer, audience: Audience): Buffer | undefined {
  const fileKey = randomBytes(16);
  const stanzas =
    'passphrase' in audience
      ? [wrapByPassphrase(audience.passphrase, fileKey)]
      : audience.recipients.map((recipient) => recipient.wrap(fileKey));
  const whole = stanzas.filter((stanza) => stanza !== undefined);
  if (whole.length === 0 || whole.length < stanzas.length) return undefined;
  if ('recipients' in audience && isMixed(audience.recipients)) return undefined;
  const covered = encodeCovered(whole);
  const code = codeOf(fileKey, Buffer.from(covered));
  const nonce = randomBytes(16);
  const header = Buffer.from(`${covered} ${encodeBase64(code)}\n`);
  return Buffer.concat([header, nonce, sealPayload(payloadKey(fileKey, nonce), plain)]);
}

export function isMixed(recipients: readonly Recipient[]): boolean {
  return new Set(recipients.map(({ isPostQuantum }) => isPostQuantum)).size > 1;
}

export function openFile(bytes: Buffer, keys: Keys): Opened {
  try {
    return opened(isArmoured(bytes) ? withoutArmour(bytes) : bytes, keys);
  } catch (error) {
    if (error instanceof DamagedHeader) return { kind: 'damaged', reason: error.message };
    throw error;
  }
}

function opened(bytes: Buffer, keys: Keys): Opened {
  const header = parseHeader(bytes);
  if (header === undefined) return { kind: 'damaged', reason: 'its header is not that of an age file' };
  const stanzas = recipientStanzas(header.stanzas);
  const by = audienceOf(header);
  const fileKey = fileKeyIn(stanzas, keys);
  if (fileKey === undefined) return { kind: 'locked', by };
  if (!timingSafeEqual(codeOf(fileKey, header.covered), header.code)) {
    return { kind: 'damaged', reason: 'its header was changed after it was written' };
  }
  const nonce = bytes.subarray(header.end, header.end + 16);
  const plain = openPayload(payloadKey(fileKey, nonce), bytes.subarray(header.end + 16));
  if (plain === undefined) return { kind: 'damaged', reason: 'its content was changed or cut off' };
  return { kind: 'opened', plain, by, sealedFor: header.stanzas.length };
}

/** How a file is meant to be opened, told from its header alone; nothing where it has none that can be read. */
export function sealedBy(bytes: Buffer): 'identity' | 'passphrase' | undefined {
  try {
    const header = parseHeader(isArmoured(bytes) ? withoutArmour(bytes) : bytes);
    return header === undefined ? undefined : audienceOf(header);
  } catch (error) {
    if (error instanceof DamagedHeader) return undefined;
    throw error;
  }
}

function audienceOf({ stanzas }: Header): 'identity' | 'passphrase' {
  return stanzas.some(({ words }) => words[0] === 'scrypt') ? 'passphrase' : 'identity';
}

function fileKeyIn(
  stanzas: readonly RecipientStanza[],
  { identities, passphrase }: Keys,
): Buffer | undefined {
  for (const stanza of stanzas) {
    if (stanza.kind === 'scrypt' && passphrase !== undefined) return unwrapByPassphrase(passphrase, stanza);
    for (const identity of identities) {
      const fileKey = identity.unwrap(stanza);
      if (fileKey !== undefined) return fileKey;
    }
  }
  return undefined;
}

function codeOf(fileKey: Buffer, covered: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', fileKey, '', 'header', 32));
  return createHmac('sha256', key).update(covered).digest();
}

function payloadKey(fileKey: Buffer, nonce: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
}
