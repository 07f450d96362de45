// The tree hash of a gigabyte, next to `sha256sum` over the same files.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeHash } from '../../packages/ctx/src/evidence/tree/tree-hash.js';
import { timed } from '../figures.js';
import { inFolder } from '../place.js';

const files = 64;
const bytes = 1 << 24;
await inFolder((folder) => {
  mkdirSync(join(folder, 'tree'));
  for (let i = 0; i < files; i++) writeFileSync(join(folder, 'tree', `file-${i}`), Buffer.alloc(bytes, i));
  const paths = readdirSync(join(folder, 'tree')).map((name) => join(folder, 'tree', name));
  const sums: number[] = [];
  const hashes: number[] = [];
  for (let round = 0; round < 3; round++) {
    sums.push(timed(() => execFileSync('sha256sum', paths)));
    hashes.push(timed(() => treeHash(join(folder, 'tree'))));
  }
  console.log(JSON.stringify({ ratio: Math.min(...sums) / Math.min(...hashes) }));
});
