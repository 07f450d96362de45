import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  armor,
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { person, personOf } from '../../test/age-person.js';
import { temporaryFolder } from '../../test/folder.js';
import { encodeBech32 } from './bech32.js';
import { type Keys, openFile, sealFile } from './file.js';
import type { Identity } from './identity.js';
import { newIdentity, parseIdentity, parseRecipient } from './keys.js';

const sizes = [0, 1, 65_535, 65_536, 65_537, 200_000];

const kinds = [
  ['native', { isPostQuantum: false }, generateX25519Identity],
  ['post-quantum', { isPostQuantum: true }, generateHybridIdentity],
] as const;

async function identity(): Promise<Identity> {
  return (await person()).identity;
}

function keys(...identities: Identity[]): Keys {
  return { identities, passphrase: undefined };
}

function sealed(plain: Buffer, ...identities: Identity[]): Buffer {
  const file = sealFile(plain, { recipients: identities.map(({ recipient }) => recipient) });
  if (file === undefined) throw new Error('not sealed');
  return file;
}

describe('a sealed file', async () => {
  describe.each(kinds)('for a %s key', (_, kind, generate) => {
    it.each(sizes)('of %i bytes is opened by the age library', async (size) => {
      const own = await person(kind);
      const plain = Buffer.alloc(size, 'x');
      const decrypter = new Decrypter();
      decrypter.addIdentity(own.secret);
      const opened = await decrypter.decrypt(sealed(plain, own.identity));
      expect(Buffer.from(opened).equals(plain)).toBe(true);
    });

    it.each(sizes)('of the age library with %i bytes is opened, armoured or not', async (size) => {
      const own = await personOf(await generate());
      const plain = Buffer.alloc(size, 'y');
      const encrypter = new Encrypter();
      encrypter.addRecipient(own.recipient);
      const file = await encrypter.encrypt(plain);
      for (const form of [file, Buffer.from(armor.encode(file))]) {
        const opened = openFile(Buffer.from(form), keys(own.identity));
        expect(opened).toMatchObject({ kind: 'opened', by: 'identity', sealedFor: 1 });
        expect(opened.kind === 'opened' && opened.plain.equals(plain)).toBe(true);
      }
    });

    it('is opened by each of its recipients and by nobody else', async () => {
      const [first, second, other] = await Promise.all([person(kind), person(kind), person(kind)]);
      const file = sealed(Buffer.from('ours'), first.identity, second.identity);
      expect(openFile(file, keys(first.identity)).kind).toBe('opened');
      expect(openFile(file, keys(second.identity))).toMatchObject({ kind: 'opened', sealedFor: 2 });
      expect(openFile(file, keys(other.identity))).toEqual({ kind: 'locked', by: 'identity' });
      expect(openFile(file, keys())).toEqual({ kind: 'locked', by: 'identity' });
    });
  });

  it('is opened by Debian’s age, and what age seals is opened here, armoured or not', async () => {
    const folder = temporaryFolder();
    const key = join(folder, 'key.txt');
    const file = join(folder, 'file.age');
    const own = await person();
    writeFileSync(key, `${own.secret}\n`);
    writeFileSync(file, sealed(Buffer.from('from ctx'), await identity(), own.identity));
    expect(age('-d', '-i', key, file).toString()).toBe('from ctx');

    for (const form of [[], ['--armor']]) {
      const theirs = age('-r', own.recipient, ...form, key);
      expect(openFile(theirs, keys(own.identity))).toMatchObject({
        kind: 'opened',
        plain: Buffer.from(`${own.secret}\n`),
      });
    }
  });

  it('by a passphrase is opened by the age library and here, and by no other passphrase', async () => {
    const file = sealFile(Buffer.from('secret'), { passphrase: 'four words and more' }) ?? Buffer.alloc(0);
    const decrypter = new Decrypter();
    decrypter.addPassphrase('four words and more');
    expect(await decrypter.decrypt(file, 'text')).toBe('secret');
    const opened = openFile(file, { identities: [await identity()], passphrase: 'four words and more' });
    expect(opened).toMatchObject({ kind: 'opened', by: 'passphrase' });
    expect(openFile(file, { identities: [], passphrase: 'wrong' })).toEqual({
      kind: 'locked',
      by: 'passphrase',
    });
    expect(openFile(file, keys(await identity()))).toEqual({ kind: 'locked', by: 'passphrase' });
  });

  it('that was changed anywhere is never opened', async () => {
    const own = await identity();
    const file = sealed(Buffer.alloc(100_000, 'z'), own);
    for (const position of [25, 60, 120, 140, 170, 200, 230, 260, 65_800, file.length - 1]) {
      const changed = Buffer.from(file);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(openFile(changed, keys(own)).kind, `byte ${position}`).not.toBe('opened');
    }
  });

  it.each([0, 10, 150, 230, 260, 65_800])(
    'that was cut off after %i bytes is never opened',
    async (length) => {
      const own = await identity();
      const file = sealed(Buffer.alloc(100_000, 'z'), own);
      expect(openFile(file.subarray(0, length), keys(own)).kind).toBe('damaged');
    },
  );

  it('whose header somebody changed is damaged, also for a recipient whose part was not touched', async () => {
    const [first, second] = [await identity(), await identity()];
    const file = sealed(Buffer.from('ours'), first, second).toString('latin1');
    const [, share = ''] = file.match(/-> X25519 (\S+)/g) ?? [];
    const added = file.replace(share, `-> X25519 ${'B'.repeat(42)}A`);
    expect(openFile(Buffer.from(added, 'latin1'), keys(first)).kind).toBe('damaged');
    const dropped = file.replace(/-> X25519 \S+\n\S+\n(?=---)/, '');
    expect(dropped.length).toBeLessThan(file.length);
    expect(openFile(Buffer.from(dropped, 'latin1'), keys(first)).kind).toBe('damaged');
  });

  it('with a chunk taken out or something behind its end is damaged', async () => {
    const own = await identity();
    const file = sealed(Buffer.alloc(3 * 65_536), own);
    const payload = file.length - 3 * (65_536 + 16);
    const without = Buffer.concat([file.subarray(0, payload), file.subarray(payload + 65_552)]);
    expect(openFile(without, keys(own)).kind).toBe('damaged');
    expect(openFile(Buffer.concat([file, Buffer.from('x')]), keys(own)).kind).toBe('damaged');
    expect(openFile(file.subarray(0, payload + 65_552), keys(own)).kind).toBe('damaged');
  });

  it('cannot be made for nobody, or for a key that everybody knows', async () => {
    expect(sealFile(Buffer.from('x'), { recipients: [] })).toBeUndefined();
    const known = await parseRecipient(encodeBech32('age', Buffer.alloc(32)));
    if (known === undefined) throw new TypeError('no recipient');
    expect(sealFile(Buffer.from('x'), { recipients: [known] })).toBeUndefined();
  });

  it('cannot be made for keys of both kinds: the weaker would open it', async () => {
    const both = await Promise.all([person(), person({ isPostQuantum: true })]);
    const recipients = both.map(({ identity: { recipient } }) => recipient);
    expect(sealFile(Buffer.from('x'), { recipients })).toBeUndefined();
  });

  it('that asks for minutes of work is refused', () => {
    const salt = Buffer.alloc(16).toString('base64').replace(/=+$/, '');
    const body = Buffer.alloc(32).toString('base64').replace(/=+$/, '');
    const header = `age-encryption.org/v1\n-> scrypt ${salt} 30\n${body}\n--- ${body}\n`;
    const opened = openFile(Buffer.from(header), { identities: [], passphrase: 'x' });
    expect(opened).toEqual({ kind: 'damaged', reason: 'its passphrase would take minutes to try' });
  });

  it.each([
    ['an unknown version', 'age-encryption.org/v2\n'],
    ['no stanza', 'age-encryption.org/v1\n--- AAAA\n'],
    ['a stanza without its body', 'age-encryption.org/v1\n-> X25519 AAAA'],
    ['a body that is not base64', 'age-encryption.org/v1\n-> X25519 AAAA\n????\n--- AAAA\n'],
    ['a short code', 'age-encryption.org/v1\n-> X25519 AAAA\n\n--- AAAA\n'],
    ['no code', 'age-encryption.org/v1\n-> X25519 AAAA\n\nAAAA\n'],
    ['an empty word', 'age-encryption.org/v1\n-> X25519  AAAA\n\n--- AAAA\n'],
  ])('whose header has %s is damaged', async (_, header) => {
    expect(openFile(Buffer.from(header), keys(await identity())).kind).toBe('damaged');
  });

  const withStanza = (words: string) =>
    Buffer.from(`age-encryption.org/v1\n-> ${words}\n${'A'.repeat(43)}\n--- ${'A'.repeat(43)}\n`);

  it('with a stanza of another kind stays locked', async () => {
    const opened = openFile(withStanza('ssh-ed25519 AAAA'), {
      identities: [await identity()],
      passphrase: 'x',
    });
    expect(opened).toEqual({ kind: 'locked', by: 'identity' });
  });

  it.each([
    ['with a word too many', `X25519 ${'A'.repeat(43)} more`],
    ['with a short share', 'X25519 AAAA'],
    ['with a share of low order', `X25519 ${'A'.repeat(43)}`],
    ['of a passphrase with a short salt', 'scrypt AAAA 10'],
    ['of a passphrase with an odd factor', `scrypt ${'A'.repeat(22)} 010`],
  ])('with a stanza %s is damaged, not sealed for somebody else', async (_, words) => {
    expect(openFile(withStanza(words), { identities: [await identity()], passphrase: 'x' }).kind).toBe(
      'damaged',
    );
  });
});

describe('keys', () => {
  it('of ML-KEM with a number above its modulus are none', async () => {
    const key = Buffer.concat([Buffer.alloc(1184), Buffer.alloc(32, 9)]);
    expect(await parseRecipient(encodeBech32('age1pq', key))).toMatchObject({ isPostQuantum: true });
    for (const [at, number] of [
      [0, 3329],
      [1149, 3329 << 12],
    ] as const) {
      const odd = Buffer.from(key);
      odd.writeUIntLE(number, at, 3);
      expect(await parseRecipient(encodeBech32('age1pq', odd)), `byte ${at}`).toBeUndefined();
      odd.writeUIntLE(number === 3329 ? 3328 : 3328 << 12, at, 3);
      expect(await parseRecipient(encodeBech32('age1pq', odd)), `byte ${at}`).toBeDefined();
    }
  });

  it.each([
    [{ isPostQuantum: false }, /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/],
    [{ isPostQuantum: true }, /^AGE-SECRET-KEY-PQ-1[0-9A-Z]{58}$/],
  ])('have the text forms that the age library has (%o)', async (kind, form) => {
    const { secret, recipient } = await person(kind);
    expect(secret).toMatch(form);
    expect(recipient).toBe(await identityToRecipient(secret));
    expect(await parseRecipient(recipient)).toMatchObject({ text: recipient, ...kind });
  });

  it.each([{ isPostQuantum: false }, { isPostQuantum: true }])(
    'with a typing mistake are refused (%o)',
    async (kind) => {
      const text = newIdentity(kind);
      const last = text.endsWith('Q') ? 'P' : 'Q';
      const { recipient } = await person(kind);
      const mistyped = [
        text.slice(0, -1) + last,
        text.slice(0, 20).toLowerCase() + text.slice(20),
        'AGE-SECRET-KEY-1',
        'AGE-SECRET-KEY-PQ-1',
        'no key at all',
        recipient,
      ];
      for (const each of mistyped) expect(await parseIdentity(each), each).toBeUndefined();
      for (const each of [text, 'age1b', 'age1pq1b', recipient.slice(0, -1)])
        expect(await parseRecipient(each), each).toBeUndefined();
    },
  );
});

/** Debian's age. Without it this promise cannot be shown, and the test fails with what to do. */
function age(...words: string[]): Buffer {
  try {
    return execFileSync('age', words);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error('The program `age` is missing; install it: apt-get install age');
    }
    throw error;
  }
}
