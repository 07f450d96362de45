// The pixels of a PNG, decoded within limits: a small file must not be able to ask for all the memory there is.

import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { fail } from '../../protocol/codes.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Eight bits each of red, green, blue and alpha, row by row. */
  readonly rgba: Buffer;
}

const signature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const mostPixels = 1 << 25;

export function decodePixels(bytes: Buffer, path: string): Pixels {
  const problem = (reason: string, cause?: unknown) =>
    fail('tree_png_invalid', { operation: 'hash', target: path, reason, cause });
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(signature))
    throw problem('it does not begin like one');
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  if (width * height > mostPixels)
    throw problem(`it has ${width} × ${height} pixels, more than ${mostPixels}`);
  try {
    if (bytes[28] !== 0) inflateWithin(bytes, width, height);
    const { data } = PNG.sync.read(bytes);
    return { width, height, rgba: data };
  } catch (cause) {
    throw problem('it cannot be decoded', cause);
  }
}

export function pixelDigest({ width, height, rgba }: Pixels): string {
  const head = Buffer.from('RGBA00000000');
  head.writeUInt32BE(width, 4);
  head.writeUInt32BE(height, 8);
  return createHash('sha256').update(head).update(rgba).digest('hex');
}

/** The decoder stops at the size of the image, but not where it is interlaced: there this throws first. */
function inflateWithin(bytes: Buffer, width: number, height: number): void {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  // Seven passes, each with a filter byte a row, of at most eight bytes a pixel.
  inflateSync(Buffer.concat(parts), { maxOutputLength: width * height * 8 + height * 7 + 64 });
}
