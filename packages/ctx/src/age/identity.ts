// What a key can do, whichever kind it is: the secret identity and the public recipient.

import type { Stanza } from './header.js';
import type { RecipientStanza } from './recipient-stanza.js';

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

/** What their text forms begin with, before the `1`. */
export const identityPrefix = 'age-secret-key-';
export const hybridIdentityPrefix = 'age-secret-key-pq-';
