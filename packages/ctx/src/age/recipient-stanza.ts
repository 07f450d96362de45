// What a stanza of the header says to us: a share for a public key, the salt of a passphrase, or nothing that we know.
// One that says it is of a kind that we know, and is not formed like it, makes the whole file damaged.

import { decodeBase64, type Stanza } from './header.js';

export interface ForPublicKey {
  readonly kind: 'X25519' | 'mlkem768x25519';
  readonly share: Buffer;
  readonly body: Buffer;
}

export interface ForPassphrase {
  readonly kind: 'scrypt';
  readonly salt: Buffer;
  /** The logarithm of the work that one guess takes. */
  readonly factor: number;
  readonly body: Buffer;
}

export type RecipientStanza = ForPublicKey | ForPassphrase | { readonly kind: 'unknown' };

/** What is wrong with a header, in words that go on from "the file is damaged:". */
export class DamagedHeader extends Error {}

export const mlKemCipherBytes = 1088;
/** A share of X25519; after the ciphertext of ML-KEM-768 for a post-quantum key. */
const shareBytes = { X25519: 32, mlkem768x25519: mlKemCipherBytes + 32 } as const;
/** A file that asks for more is refused: it would keep this machine busy for minutes. */
const hardestWork = 22;
const wrappedKeyBytes = 32;

export function recipientStanzas(stanzas: readonly Stanza[]): RecipientStanza[] {
  const read = stanzas.map(recipientStanza);
  // A passphrase beside anything else would say that somebody else could have sealed the file: the format forbids it.
  if (read.length > 1 && read.some(({ kind }) => kind === 'scrypt')) {
    throw new DamagedHeader('it is encrypted with a passphrase and for another recipient as well');
  }
  return read;
}

function recipientStanza({ words: [kind, ...words], body }: Stanza): RecipientStanza {
  if (kind === 'X25519' || kind === 'mlkem768x25519') {
    const [share, ...more] = words.map(decodeBase64);
    if (share?.length !== shareBytes[kind] || more.length > 0 || body.length !== wrappedKeyBytes)
      throw malformed(kind);
    return { kind, share, body };
  }
  if (kind === 'scrypt') {
    const [encoded = '', factor = '', ...more] = words;
    const salt = decodeBase64(encoded);
    const isWhole = /^[1-9]\d*$/.test(factor) && more.length === 0 && body.length === wrappedKeyBytes;
    if (salt?.length !== 16 || !isWhole) throw malformed(kind);
    if (Number(factor) > hardestWork) throw new DamagedHeader('its passphrase would take minutes to try');
    return { kind, salt, factor: Number(factor), body };
  }
  return { kind: 'unknown' };
}

function malformed(kind: string): DamagedHeader {
  return new DamagedHeader(`a stanza of its header is not formed as ${kind} is`);
}
