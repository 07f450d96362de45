// The user's age key: from the environment, or from the config folder.

import { join, resolve } from 'node:path';
import type { Keys } from '../../age/file.js';
import type { Identity, Recipient } from '../../age/identity.js';
import { parseIdentity } from '../../age/keys.js';
import { homeFolder } from '../../disk/home-folder.js';
import { readText, textIfThere } from '../../disk/read.js';
import { type Environment, userFolder } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';

/** The line before a key that opens what is older, and encrypts nothing any more. */
export const retiredLine = /^\s*#\s*retired\b/;

export interface KeyRing extends Keys {
  /** For whom the user's own pads are encrypted. */
  readonly own: readonly Recipient[];
  /** Where the identities come from, in words. */
  readonly source: string;
}

export function identityFile(env: Environment): string {
  return join(userFolder('config', env) ?? join(homeFolder(env), '.config', 'ctx'), 'identity.txt');
}

/** What there is to open a pad with; no identities where no key was made yet. */
export async function findKeys(env: Environment, cwd: string): Promise<KeyRing> {
  const passphrase = env['CTX_AGE_PASSPHRASE'] || undefined;
  const given = env['CTX_AGE_IDENTITY'] || undefined;
  if (given !== undefined) return { ...(await givenIdentities(given, cwd)), passphrase };
  const path = identityFile(env);
  const text = textIfThere(path);
  const found = text === undefined ? { identities: [], own: [] } : await identitiesIn(text, path);
  return { ...found, passphrase, source: path };
}

/** The variable holds the key itself, or the path of a file with it. Neither is ever shown if it is the key. */
async function givenIdentities(
  given: string,
  cwd: string,
): Promise<Pick<KeyRing, 'identities' | 'own' | 'source'>> {
  const source = 'CTX_AGE_IDENTITY';
  if (/^\s*age-secret-key-/i.test(given)) return { ...(await identitiesIn(given, source)), source };
  const path = resolve(cwd, given);
  return { ...(await identitiesIn(readText(path), path)), source: path };
}

async function identitiesIn(text: string, target: string): Promise<Pick<KeyRing, 'identities' | 'own'>> {
  const identities: Identity[] = [];
  const own: Recipient[] = [];
  const lines = text.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    const word = line.trim();
    if (word === '' || word.startsWith('#')) continue;
    const identity = await parseIdentity(word);
    if (identity === undefined)
      throw fail('identity_invalid', { operation: 'read_key', target, line: i + 1 });
    identities.push(identity);
    if (!retiredLine.test(lines[i - 1] ?? '')) own.push(identity.recipient);
  }
  if (identities.length === 0) throw fail('identity_invalid', { operation: 'read_key', target, line: 1 });
  if (own.length === 0) throw fail('identity_retired', { operation: 'read_key', target });
  return { identities, own };
}
