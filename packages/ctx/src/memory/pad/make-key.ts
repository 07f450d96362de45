// A new key for a user who has none, in the config folder: what the first use of an encrypted pad makes.

import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { newIdentity, parseIdentity } from '../../age/keys.js';
import { writeFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { createOnce } from '../create-once.js';
import { ensureFolder } from '../ensure-folder.js';
import { identityFile } from './keys.js';

/** A key that was made just now. */
export interface NewKey {
  readonly path: string;
  readonly recipient: string;
}

/** Makes a key, as `age-keygen` would, unless another process was faster. */
export async function makeKey(env: Environment, now: number): Promise<NewKey | undefined> {
  const path = identityFile(env);
  const { keyLines, recipient } = await newKeyLines(now);
  ensureFolder(dirname(path), 0o700);
  try {
    chmodSync(dirname(path), 0o700);
  } catch (error) {
    throw writeFailure(error, path);
  }
  return createOnce(path, keyLines, 0o600) ? { path, recipient } : undefined;
}

/** What a file of keys says of a new one, and its public half. */
export async function newKeyLines(
  now: number,
  kind?: { readonly isPostQuantum: boolean },
): Promise<{ readonly keyLines: string; readonly recipient: string }> {
  const secret = newIdentity(kind);
  const identity = await parseIdentity(secret);
  if (identity === undefined) throw new TypeError('a new identity cannot be parsed');
  const recipient = identity.recipient.text;
  return {
    keyLines: `# created: ${toTheSecond(now)}\n# public key: ${recipient}\n${secret}\n`,
    recipient,
  };
}

export function toTheSecond(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
}
