// ChaCha20-Poly1305, the one cipher of age: opens what was sealed with the same key, or nothing at all.

import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'chacha20-poly1305';
export const tagBytes = 16;

export function chachaSeal(key: Buffer, nonce: Buffer, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function chachaOpen(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < tagBytes) return undefined;
  const cipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAuthTag(sealed.subarray(-tagBytes));
  const plain = cipher.update(sealed.subarray(0, -tagBytes));
  try {
    cipher.final();
    return plain;
  } catch {
    return undefined;
  }
}
