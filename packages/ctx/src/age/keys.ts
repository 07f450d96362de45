// Native age keys in their text forms: the secret identity and the public recipient, with what each can do.

import { randomBytes } from 'node:crypto';
import { encodeBech32 } from './bech32.js';
import type { Stanza } from './header.js';
import type { RecipientStanza } from './recipient-stanza.js';
import { identityPrefix, x25519Identity, x25519Recipient } from './x25519.js';

/** Opens what was sealed for its recipient. */
export interface Identity {
  readonly recipient: Recipient;
  /** The key of the file, where the stanza is for this identity. */
  readonly unwrap: (stanza: RecipientStanza) => Buffer | undefined;
}

/** A public key that a file is sealed for. */
export interface Recipient {
  /** `age1…`, or `age1pq1…` for a post-quantum key. */
  readonly text: string;
  readonly isPostQuantum: boolean;
  /** Nothing for a key that is no proper one. */
  readonly wrap: (fileKey: Buffer) => Stanza | undefined;
}

export const hybridIdentityPrefix = 'age-secret-key-pq-';

/** A new secret key in its text form: `AGE-SECRET-KEY-1…`, or `AGE-SECRET-KEY-PQ-1…`. */
export function newIdentity({ isPostQuantum = false } = {}): string {
  return encodeBech32(isPostQuantum ? hybridIdentityPrefix : identityPrefix, randomBytes(32)).toUpperCase();
}

export async function parseIdentity(text: string): Promise<Identity | undefined> {
  if (!text.toLowerCase().startsWith(hybridIdentityPrefix)) return x25519Identity(text);
  return (await import('./hybrid.js')).hybridIdentity(text);
}

export async function parseRecipient(text: string): Promise<Recipient | undefined> {
  if (!text.toLowerCase().startsWith('age1pq1')) return x25519Recipient(text);
  return (await import('./hybrid.js')).hybridRecipient(text);
}
