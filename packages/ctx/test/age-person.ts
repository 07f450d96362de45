// Somebody with an age key of their own.

import type { Identity } from '../src/age/identity.js';
import { newIdentity, parseIdentity } from '../src/age/keys.js';

export interface Person {
  readonly secret: string;
  readonly recipient: string;
  readonly identity: Identity;
}

export async function person(kind?: { readonly isPostQuantum: boolean }): Promise<Person> {
  return personOf(newIdentity(kind));
}

export async function personOf(secret: string): Promise<Person> {
  const identity = await parseIdentity(secret);
  if (identity === undefined) throw new TypeError('no identity');
  return { secret, recipient: identity.recipient.text, identity };
}
