// What ctx signed, held against programs that others wrote, byte by byte.

import { createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { jsonOf } from '../../test/scripted.js';
import { recordedSession } from '../../test/signed-session.js';
import { makeKey, signersFile, sshSignaturesTaken, sshVerifiesEach } from '../../test/ssh-keys.js';
import { readSshsig, sshsigHolds } from '../sign/sshsig.js';

async function signedBoth(type = 'ed25519', words: readonly string[] = []) {
  const session = await recordedSession();
  const key = makeKey(type, words);
  const { data, error } = await jsonOf(['sign', 's', '--key', key.file, '--format', 'both'], session);
  expect(error).toBeUndefined();
  const { pem } = Object(data?.['public_key']);
  return { ...session, key, pem: String(pem), bundle: join(session.folder, 's.statement.sigstore.json') };
}

/** Whether Sigstore's own verifier takes a bundle, with this key and nothing else. */
function sigstoreVerifies(bundle: string, pem: string): boolean {
  const none = { mediaType: '', tlogs: [], certificateAuthorities: [], ctlogs: [], timestampAuthorities: [] };
  const trust = toTrustMaterial(none, () => ({ publicKey: createPublicKey(pem), validFor: () => true }));
  const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 });
  try {
    verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(bundle))));
    return true;
  } catch {
    return false;
  }
}

describe('a bundle', () => {
  it.each([
    ['ed25519', []],
    ['ecdsa', ['-b', '256']],
    ['rsa', ['-b', '2048']],
  ])('is taken by @sigstore/verify and by ctx, signed with %s %j', async (type, words) => {
    const { cwd, env, key, pem, bundle, statement } = await signedBoth(type, words);
    const text = readFileSync(bundle, 'utf8');
    expect(sigstoreVerifies(text, pem)).toBe(true);
    expect(Buffer.from(JSON.parse(text).dsseEnvelope.payload, 'base64')).toEqual(readFileSync(statement));
    const { data } = await jsonOf(['verify', 's', '--signers', signersFile(key)], { cwd, env });
    expect(data?.['signatures']).toMatchObject([
      { envelope: 'sshsig', state: 'good' },
      { envelope: 'dsse', state: 'good', signed_by: ['alice@example.com'] },
    ]);
  });

  it('is refused by @sigstore/verify and by ctx wherever a byte of its statement was changed', async () => {
    const { cwd, env, key, pem, bundle, statement } = await signedBoth();
    const value = JSON.parse(readFileSync(bundle, 'utf8'));
    const payload = readFileSync(statement);
    const signers = signersFile(key);
    for (let at = 0; at < payload.length; at++) {
      const changed = Buffer.from(payload);
      changed[at] = (payload[at] ?? 0) ^ (1 << (at % 7));
      value.dsseEnvelope.payload = changed.toString('base64');
      const text = JSON.stringify(value);
      expect(sigstoreVerifies(text, pem), `byte ${at}`).toBe(false);
      if (at % 97 !== 0) continue;
      writeFileSync(bundle, text);
      expect((await jsonOf(['verify', 's', '--signers', signers], { cwd, env })).error?.code).toBe(
        'verify_failed',
      );
    }
  });

  it.each([
    ['a field that nobody knows', (b: Record<string, unknown>) => ({ ...b, extra: 1 })],
    ['another media type', (b: Record<string, unknown>) => ({ ...b, mediaType: 'x' })],
    ['nothing in it', () => ({})],
    ['a list', () => []],
  ])('with %s is refused with a code of its own', async (_, change) => {
    const { cwd, env, key, bundle } = await signedBoth();
    writeFileSync(bundle, JSON.stringify(change(JSON.parse(readFileSync(bundle, 'utf8')))));
    const { error } = await jsonOf(['verify', 's', '--signers', signersFile(key)], { cwd, env });
    expect(error).toMatchObject({ details: { findings: [{ code: 'bundle_malformed' }] } });
  });

  it('is not made with a key that other tools could not check it with', async () => {
    const session = await recordedSession();
    const key = makeKey('ecdsa', ['-b', '384']);
    const { error } = await jsonOf(['sign', 's', '--key', key.file, '--format', 'in-toto'], session);
    expect(error).toMatchObject({ code: 'signing_key_unusable' });
  });
});

describe('an SSH signature', () => {
  it('is refused by ssh-keygen and by ctx wherever a byte of the statement was changed', async () => {
    const { cwd, env, key, statement } = await signedBoth();
    const signers = signersFile(key);
    const bytes = readFileSync(statement);
    const signature = `${statement}.sig`;
    const read = readSshsig(readFileSync(signature, 'utf8'));
    const changed = Array.from(bytes, (_, at) => flipped(bytes, at, at % 7));
    expect(sshVerifiesEach([bytes, ...changed], signature, signers)).toEqual([0]);
    expect(sshsigHolds(read, bytes)).toBe(true);
    expect(changed.filter((each) => sshsigHolds(read, each))).toEqual([]);
    for (let at = 0; at < bytes.length; at += 61) {
      writeFileSync(statement, changed[at] ?? '');
      const { error } = await jsonOf(['verify', 's', '--signers', signers], { cwd, env });
      expect(error, `byte ${at}`).toMatchObject({
        details: {
          findings: expect.arrayContaining([expect.objectContaining({ code: 'signature_invalid' })]),
        },
      });
    }
  });

  it('is refused by ctx wherever a byte of it was changed, and by ssh-keygen wherever that changes what it says', async () => {
    const { cwd, env, key, statement } = await signedBoth();
    const signers = signersFile(key);
    const bytes = readFileSync(`${statement}.sig`);
    const message = readFileSync(statement);
    const changed = Array.from(bytes, (_, at) => flipped(bytes, at, 0));
    const taken = sshSignaturesTaken(message, [bytes, ...changed], signers);
    const said = (text: Buffer) =>
      Buffer.from(text.toString('latin1').replace(/-----[^-]*-----|\s/g, ''), 'base64').toString('hex');
    for (const each of taken) expect(said(each), each.toString('latin1')).toBe(said(bytes));
    expect(taken[0]).toEqual(bytes);
    for (const [at, each] of changed.entries()) {
      writeFileSync(`${statement}.sig`, each);
      const { error } = await jsonOf(['verify', 's', '--signers', signers], { cwd, env });
      expect(error?.code, `byte ${at}`).toBe('verify_failed');
    }
  });

  it('made by ssh-keygen itself is taken as well', async () => {
    const { cwd, env, key, statement } = await signedBoth();
    const { execFileSync } = await import('node:child_process');
    const copy = join(temporaryFolder(), 'x');
    writeFileSync(copy, readFileSync(statement));
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key.file, '-n', 'ctx-session', copy]);
    expect(readFileSync(`${copy}.sig`, 'utf8')).toBe(readFileSync(`${statement}.sig`, 'utf8'));
    const { data } = await jsonOf(['verify', 's', '--signers', signersFile(key)], { cwd, env });
    expect(data?.['verdict']).toBe('pass');
  });
});

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return changed;
}
