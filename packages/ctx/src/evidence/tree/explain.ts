// How two trees differ, path by path: the first field of JSON, the box of pixels of a PNG, the first byte of all else.

import { readSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../protocol/failure.js';
import { firstDifference } from '../replay/difference.js';
import { withFile } from './file-digest.js';
import { decodePixels, type Pixels } from './pixels.js';
import { sidecarEnding } from './sidecar.js';
import { held, type TreeHash } from './tree-hash.js';

export interface TreeDifference {
  readonly path: string;
  readonly kind: 'only_here' | 'only_there' | 'json' | 'pixels' | 'bytes';
  readonly how: string;
}

export function explainTrees(here: TreeHash, there: TreeHash): readonly TreeDifference[] {
  const paths = [...new Set([...here.digests.keys(), ...there.digests.keys()])].sort();
  return paths.flatMap((path) => {
    const ours = here.digests.get(path);
    const theirs = there.digests.get(path);
    if (ours === theirs) return [];
    if (theirs === undefined)
      return [{ path, kind: 'only_here' as const, how: 'it is not in the other tree' }];
    if (ours === undefined)
      return [{ path, kind: 'only_there' as const, how: 'it is only in the other tree' }];
    return [{ path, ...howTheyDiffer(join(here.root, path), join(there.root, path)) }];
  });
}

function howTheyDiffer(ours: string, theirs: string): Omit<TreeDifference, 'path'> {
  if (ours.endsWith('.png')) {
    return {
      kind: 'pixels',
      how: pixelBox(decodePixels(held(ours), ours), decodePixels(held(theirs), theirs)),
    };
  }
  const field = ours.endsWith('.json') ? differentField(ours, theirs) : undefined;
  return field === undefined ? { kind: 'bytes', how: firstByte(ours, theirs) } : { kind: 'json', how: field };
}

/** Nothing where one of them is no JSON, or both say the same in other words. */
function differentField(ours: string, theirs: string): string | undefined {
  const isSidecar = ours.endsWith(sidecarEnding);
  try {
    const [expected, got] = [ours, theirs].map((file) => countedValue(file, isSidecar));
    const found = firstDifference(0, '', { file: expected }, { file: got });
    if (found === undefined) return isSidecar ? '/artifact_sha256 is of other pixels' : undefined;
    const place = found.path.slice('/file'.length);
    return `${place === '' ? 'the whole value' : place} is ${found.expected} here and ${found.got} there`;
  } catch (error) {
    // Too large to be held, too deep, or no JSON.
    if (error instanceof Failure || error instanceof RangeError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** The bytes that a sidecar names do not count, only the pixels. */
function countedValue(file: string, isSidecar: boolean): unknown {
  return JSON.parse(held(file).toString(), (name, value: unknown) =>
    isSidecar && name === 'artifact_sha256' ? undefined : value,
  );
}

function pixelBox(ours: Pixels, theirs: Pixels): string {
  if (ours.width !== theirs.width || ours.height !== theirs.height) {
    return `${ours.width} × ${ours.height} pixels here and ${theirs.width} × ${theirs.height} there`;
  }
  const { width, height } = ours;
  const box = { left: width, top: height, right: -1, bottom: -1 };
  let count = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (ours.rgba.readUInt32LE(pixel * 4) === theirs.rgba.readUInt32LE(pixel * 4)) continue;
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    count += 1;
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  const size = `${box.right - box.left + 1} × ${box.bottom - box.top + 1}`;
  return `${count} pixels differ, in a box of ${size} at x ${box.left}, y ${box.top}`;
}

function firstByte(ours: string, theirs: string): string {
  return withFile(ours, (here) =>
    withFile(theirs, (there) => {
      const a = Buffer.allocUnsafe(1 << 16);
      const b = Buffer.allocUnsafe(1 << 16);
      let line = 1;
      for (let offset = 0; ; offset += a.length) {
        const read = [
          readSync(here, a, 0, a.length, offset),
          readSync(there, b, 0, b.length, offset),
        ] as const;
        const both = Math.min(...read);
        for (let i = 0; i < both; i++) {
          if (a[i] !== b[i]) return `byte ${offset + i} differs, in line ${line}`;
          if (a[i] === 0x0a) line += 1;
        }
        if (read[0] !== read[1])
          return `${read[0] < read[1] ? 'it ends' : 'the other ends'} after ${offset + both} bytes`;
        if (both === 0) return 'they are the same by now';
      }
    }),
  );
}
