// What a file with a key shows without its passphrase.

import type { KeyObject } from 'node:crypto';
import type { PublicKey } from './public-key.js';

export type KeyFile =
  | { readonly kind: 'private'; readonly publicKey: PublicKey }
  /** It needs a passphrase. */
  | { readonly kind: 'locked'; readonly publicKey: PublicKey | undefined }
  /** The key itself is on a security token. */
  | { readonly kind: 'token'; readonly publicKey: PublicKey }
  | { readonly kind: 'public'; readonly publicKey: PublicKey };

export interface LookedKey {
  readonly shown: KeyFile;
  /** Makes the key of it; not there where a passphrase or a token is needed. */
  readonly key?: () => KeyObject;
}
