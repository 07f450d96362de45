// The tree hash: what two folders have in common if their files say the same, whatever an image encoder's habits are.

import { fstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../disk/digest.js';
import { fail } from '../../protocol/codes.js';
import { canonical } from '../../protocol/json.js';
import { digestOfFile, withFile } from './file-digest.js';
import { decodePixels, pixelDigest } from './pixels.js';
import { sidecarDigest, sidecarEnding } from './sidecar.js';
import { filesBelow } from './walk-tree.js';

export interface TreeHash {
  readonly root: string;
  readonly tree_hash: string;
  /** Path → digest, by path. */
  readonly digests: ReadonlyMap<string, string>;
}

/** A PNG or a sidecar has to be held whole. */
const largestHeld = 1 << 26;

export function treeHash(root: string): TreeHash {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw fail('folder_missing', { operation: 'hash', target: root });
  const paths = filesBelow(root);
  const pngs = new Map<string, { sha256: string; pixels: string }>();
  const digests = new Map<string, string>();
  // `x.png` sorts before `x.png.provenance.json`, so a sidecar's PNG was always seen before it.
  for (const path of paths) {
    const file = join(root, path);
    if (path.endsWith('.png')) {
      const bytes = held(file);
      const png = {
        sha256: sha256(bytes),
        pixels: pixelDigest(decodePixels(bytes, file)),
      };
      pngs.set(path, png);
      digests.set(path, png.pixels);
    } else if (path.endsWith(sidecarEnding)) {
      const png = pngs.get(path.slice(0, -'.provenance.json'.length));
      if (png === undefined) throw fail('tree_sidecar_alone', { operation: 'hash', target: file });
      digests.set(path, sidecarDigest(held(file), file, png));
    } else digests.set(path, digestOfFile(file));
  }
  return { root, tree_hash: sha256(canonical(Object.fromEntries(digests))), digests };
}

/** A whole file, unless it is too large for that. */
export function held(file: string): Buffer {
  return withFile(file, (descriptor) => {
    if (fstatSync(descriptor).size > largestHeld)
      throw fail('file_unreadable', { operation: 'hash', target: file, reason: 'it is too large' });
    return readFileSync(descriptor);
  });
}
