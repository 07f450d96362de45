// Native age keys in their text forms, of both kinds.

import { randomBytes } from 'node:crypto';
import { encodeBech32 } from './bech32.js';
import { hybridIdentityPrefix, type Identity, identityPrefix, type Recipient } from './identity.js';
import { x25519Identity, x25519Recipient } from './x25519.js';

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
