// The payload of an age file: chunks of 64 KiB, each authenticated with its number and whether it is the last.

import { chachaOpen, chachaSeal, tagBytes } from './chacha.js';

const chunkBytes = 1 << 16;
const sealedChunkBytes = chunkBytes + tagBytes;

export function sealPayload(key: Buffer, plain: Buffer): Buffer {
  const chunks: Buffer[] = [];
  const count = Math.max(1, Math.ceil(plain.length / chunkBytes));
  for (let i = 0; i < count; i++) {
    const chunk = plain.subarray(i * chunkBytes, (i + 1) * chunkBytes);
    chunks.push(chachaSeal(key, nonceOf(i, i === count - 1), chunk));
  }
  return Buffer.concat(chunks);
}

/** Nothing where a chunk is missing, changed, out of place, or follows the last one. */
export function openPayload(key: Buffer, sealed: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  const count = Math.max(1, Math.ceil(sealed.length / sealedChunkBytes));
  for (let i = 0; i < count; i++) {
    const last = i === count - 1;
    const chunk = chachaOpen(key, nonceOf(i, last), chunkAt(sealed, i));
    // Only an empty file ends in an empty chunk.
    if (chunk === undefined || (last && i > 0 && chunk.length === 0)) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function chunkAt(sealed: Buffer, index: number): Buffer {
  return sealed.subarray(index * sealedChunkBytes, (index + 1) * sealedChunkBytes);
}

function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}
