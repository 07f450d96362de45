// The same statement in another envelope: DSSE in a Sigstore bundle, with a bare key.

import { createHash, verify } from 'node:crypto';
import * as t from 'typebox';
import { Check } from 'typebox/schema';
import { closed } from '../protocol/closed.js';
import { parsedJson } from '../protocol/parsed-json.js';
import { type PublicKey, spkiOf } from './public-key.js';

const payloadType = 'application/vnd.in-toto+json';
const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';
const base64 = () => t.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' });

/** What ctx writes. A bundle may hold more (certificates, entries of public logs), which nothing here could check. */
const bundle = t.Object(
  {
    mediaType: t.Literal(mediaType),
    verificationMaterial: t.Object(
      { publicKey: t.Object({ hint: base64() }, closed), tlogEntries: t.Array(t.Unknown(), { maxItems: 0 }) },
      closed,
    ),
    dsseEnvelope: t.Object(
      {
        payload: base64(),
        payloadType: t.Literal(payloadType),
        signatures: t.Array(t.Object({ sig: base64(), keyid: t.Literal('') }, closed), {
          minItems: 1,
          maxItems: 1,
        }),
      },
      closed,
    ),
  },
  closed,
);

export interface Bundle {
  /** Which key it is said to be signed with: the digest of the key. */
  readonly hint: string;
  readonly payload: Buffer;
  readonly signature: Buffer;
}

/** What the key signs (DSSE's pre-authentication encoding). */
export function preAuthentication(payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

export function bundleText(key: PublicKey, payload: Uint8Array, signature: Buffer): string {
  const value = {
    mediaType,
    verificationMaterial: { publicKey: { hint: hintOf(key) }, tlogEntries: [] },
    dsseEnvelope: {
      payload: Buffer.from(payload).toString('base64'),
      payloadType,
      signatures: [{ sig: signature.toString('base64'), keyid: '' }],
    },
  };
  return `${JSON.stringify(value)}\n`;
}

/** The bundle, or why it is none that can be checked here. */
export function readBundle(text: string): Bundle | string {
  const value = parsedJson(text);
  if (value === undefined) return 'it is not JSON';
  if (!isBundle(value)) return 'it has other fields than a bundle with a bare key';
  const [first] = value.dsseEnvelope.signatures;
  if (first === undefined) return 'it holds no signature';
  const { hint } = value.verificationMaterial.publicKey;
  const payload = Buffer.from(value.dsseEnvelope.payload, 'base64');
  const signature = Buffer.from(first.sig, 'base64');
  // As it was written, to the byte: two texts that mean the same bytes are one too many.
  const isExact =
    payload.toString('base64') === value.dsseEnvelope.payload && signature.toString('base64') === first.sig;
  return isExact ? { hint, payload, signature } : 'its base64 is not written as it must be';
}

export function bundleHolds({ payload, signature }: Bundle, { key, kind }: PublicKey): boolean {
  return verify(kind === 'ed25519' ? null : 'sha256', preAuthentication(payload), key, signature);
}

export function hintOf(key: PublicKey): string {
  return createHash('sha256').update(spkiOf(key)).digest('base64');
}

/** Keys that other tools can check a bundle with. */
export function fitsBundle({ kind, curve, application }: PublicKey): boolean {
  return application === undefined && (kind !== 'ecdsa' || curve?.hash === 'sha256');
}

function isBundle(value: unknown): value is t.Static<typeof bundle> {
  return Check(bundle, value);
}
