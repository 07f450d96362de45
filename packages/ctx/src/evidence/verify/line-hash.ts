// Whether lines have the hashes that they claim, for very many lines: one buffer for all, and no string is put together.

import { hash } from 'node:crypto';
import type { Line } from '../../disk/lines.js';

export function lineHashing(): (line: Line, claimed: string) => boolean {
  let held = Buffer.allocUnsafe(1 << 16);
  return ({ text, length }, claimed) => {
    const member = `"hash":"${claimed}",`;
    const place = text.indexOf(member);
    if (place === -1) return false;
    if (held.length < length) held = Buffer.allocUnsafe(length * 2);
    const isAscii = text.length === length;
    held.write(text, isAscii ? 'latin1' : 'utf8');
    const start = isAscii ? place : Buffer.byteLength(text.slice(0, place));
    // The claim may be anything that JSON can say.
    const cut = Buffer.byteLength(member);
    held.copyWithin(start, start + cut, length);
    return `sha256:${hash('sha256', held.subarray(0, length - cut))}` === claimed;
  };
}
