// The official test vectors of the age format (C2SP, Community Cryptography Test Vectors), all of them: what opens, with which
// bytes, and how the rest is refused.

import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import * as vectors from 'cctv-age';
import { describe, expect, it } from 'vitest';
import { openFile } from './file.js';
import { parseIdentity } from './keys.js';

type Expected =
  | 'success'
  | 'no match'
  | 'HMAC failure'
  | 'header failure'
  | 'payload failure'
  | 'armor failure';

interface Vector {
  readonly expect: string;
  readonly digest: string | undefined;
  readonly identities: readonly string[];
  readonly passphrases: readonly string[];
  readonly file: Buffer;
}

/** Lines of `name: value`, an empty one, and the file itself. */
function vectorIn(bytes: Uint8Array): Vector {
  const whole = Buffer.from(bytes);
  const end = whole.indexOf('\n\n');
  const lines = whole.toString('latin1', 0, end).split('\n');
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  const body = whole.subarray(end + 2);
  return {
    expect: all('expect')[0] ?? '',
    digest: all('payload')[0],
    identities: all('identity'),
    passphrases: all('passphrase'),
    file: all('compressed')[0] === 'zlib' ? inflateSync(body) : body,
  };
}

async function opened({ identities, passphrases, file }: Vector) {
  const known = await Promise.all(identities.map(parseIdentity));
  expect(known).not.toContain(undefined);
  const own = known.filter((identity) => identity !== undefined);
  return openFile(file, { identities: own, passphrase: passphrases[0] });
}

const all = Object.entries(vectors).map(([name, bytes]) => [name, vectorIn(bytes)] as const);

const kinds: Readonly<Record<Expected, string>> = {
  success: 'opened',
  'no match': 'locked',
  'HMAC failure': 'damaged',
  'header failure': 'damaged',
  'payload failure': 'damaged',
  'armor failure': 'damaged',
};

describe('the official test vectors', () => {
  it('are all there', () => {
    expect(all.length).toBeGreaterThanOrEqual(143);
  });

  it.each(all)('%s', async (_, vector) => {
    const result = await opened(vector);
    expect(result.kind).toBe(Object.entries(kinds).find(([name]) => name === vector.expect)?.[1]);
    if (result.kind !== 'opened') return;
    expect(createHash('sha256').update(result.plain).digest('hex')).toBe(vector.digest);
  });
});
