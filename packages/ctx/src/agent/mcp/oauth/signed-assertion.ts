// A program that proves who it is by a signature, not by a secret that it sends (private_key_jwt, RFC 7523).

import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';

/** Longer than a token request takes, and shorter than anybody could use what was overheard. */
const lifetimeSeconds = 120;

export function signedAssertion(clientId: string, key: KeyObject, audience: string, now: number): string {
  const issued = Math.floor(now / 1000);
  const header = { alg: algorithmOf(key), typ: 'JWT' };
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    iat: issued,
    exp: issued + lifetimeSeconds,
    jti: randomUUID(),
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const hash = header.alg === 'EdDSA' ? null : 'sha256';
  const signature = sign(hash, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Nothing where it is no key that an assertion can be signed with. */
export function signingKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    algorithmOf(key);
    return key;
  } catch {
    return undefined;
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): 'ES256' | 'RS256' | 'EdDSA' {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'rsa') return 'RS256';
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new TypeError('a key of another kind');
}
