import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { builtFolder, runNode } from '../../../test/built.js';
import { temporaryFolder } from '../../../test/folder.js';
import { explainTrees } from './explain.js';
import { treeHash } from './tree-hash.js';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * How many bytes a process of its own reads to hash that tree, and how many of them it still holds when it has read so many. What is
 * no longer used is cleared away before that, so that it is not up to V8.
 */
async function heldOf(root: string, bytes: number): Promise<{ read: number; held: number }> {
  const tell = `
    const fs = require('node:fs');
    const { readSync } = fs;
    let read = 0;
    let held;
    fs.readSync = (...given) => {
      const more = readSync(...given);
      read += more;
      if (held === undefined && read >= ${bytes}) {
        gc();
        gc();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        held = heapUsed + arrayBuffers;
      }
      return more;
    };
    process.on('exit', () => fs.writeSync(2, JSON.stringify({ read, held })));`;
  const folder = temporaryFolder({ 'tell.cjs': tell });
  const ctx = join(builtFolder(), 'ctx.cjs');
  const argv = ['--expose-gc', '--require', join(folder, 'tell.cjs'), ctx, 'contract', 'hash', root];
  const { exitCode, stderr } = await runNode(argv);
  expect(exitCode).toBe(0);
  return JSON.parse(stderr);
}

interface Encoding {
  readonly deflateLevel?: number;
  readonly filterType?: number;
  /** Gets the pixels, to change them. */
  readonly paint?: (rgba: Buffer) => void;
}

function png(width = 4, height = 3, { deflateLevel = 9, filterType = 0, paint }: Encoding = {}): Buffer {
  const image = new PNG({ width, height });
  for (let i = 0; i < image.data.length; i++) image.data[i] = (i * 7) % 256;
  paint?.(image.data);
  return PNG.sync.write(image, { deflateLevel, filterType });
}

function sidecarOf(bytes: Buffer, more: object = {}): string {
  return JSON.stringify({ schema: 'provenance/1', artifact_sha256: sha256(bytes), ...more }, undefined, 2);
}

function tree(files: Readonly<Record<string, string | Buffer>>): string {
  const root = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

describe('the tree hash', () => {
  it('is SHA-256 of the canonical JSON of path and digest', () => {
    const root = tree({ 'b.txt': 'b', 'a/ü.txt': '', 'a/B': 'x' });
    const digests = `{"a/B":"${sha256('x')}","a/ü.txt":"${sha256('')}","b.txt":"${sha256('b')}"}`;
    expect(treeHash(root).tree_hash).toBe(sha256(digests));
    expect(treeHash(tree({})).tree_hash).toBe(sha256('{}'));
  });

  it('takes a file that is called __proto__ for a file', () => {
    const root = tree({ __proto__x: 'a' });
    writeFileSync(join(root, '__proto__'), 'b');
    expect(treeHash(root).tree_hash).toBe(
      sha256(`{"__proto__":"${sha256('b')}","__proto__x":"${sha256('a')}"}`),
    );
  });

  it('takes a PNG by its pixels, row by row, with its size in front', () => {
    const pixels = Buffer.alloc(4 * 3 * 4).map((_, i) => (i * 7) % 256);
    const digest = sha256(
      Buffer.concat([Buffer.from('RGBA'), Buffer.from([0, 0, 0, 4, 0, 0, 0, 3]), pixels]),
    );
    expect(treeHash(tree({ 'x.png': png() })).digests.get('x.png')).toBe(digest);
  });

  it('does not care how a PNG was packed, and its sidecar follows', () => {
    const [small, large] = [png(), png(4, 3, { deflateLevel: 0, filterType: 4 })];
    expect(small.equals(large)).toBe(false);
    const hashOf = (bytes: Buffer) =>
      treeHash(tree({ 'x.png': bytes, 'x.png.provenance.json': sidecarOf(bytes, { run_id: 'r1' }) }))
        .tree_hash;
    expect(hashOf(small)).toBe(hashOf(large));
    const other = png(4, 3, { paint: (rgba) => rgba.fill(0, 0, 1) && rgba.fill(9, 4, 5) });
    expect(hashOf(other)).not.toBe(hashOf(small));
  });

  it('takes a sidecar’s digest with and without the name of its algorithm, and hashes both alike', () => {
    const bytes = png(2, 2);
    const plain = sidecarOf(bytes);
    const prefixed = sidecarOf(bytes, { artifact_sha256: `sha256:${sha256(bytes)}` });
    const hashes = [plain, prefixed].map(
      (sidecar) => treeHash(tree({ 'x.png': bytes, 'x.png.provenance.json': sidecar })).tree_hash,
    );
    expect(hashes[1]).toBe(hashes[0]);
  });

  it('hashes a sidecar as canonical JSON that names the pixels', () => {
    const bytes = png();
    const { digests } = treeHash(tree({ 'x.png': bytes, 'x.png.provenance.json': sidecarOf(bytes) }));
    const named = `{"artifact_sha256":"sha256_pixels:${digests.get('x.png')}","schema":"provenance/1"}`;
    expect(digests.get('x.png.provenance.json')).toBe(sha256(named));
  });

  it('reads a large file in pieces', async () => {
    const size = 300_000_000;
    const root = tree({ large: '' });
    truncateSync(join(root, 'large'), size);
    const [digest] = execFileSync('sha256sum', [join(root, 'large')], { encoding: 'utf8' }).split(' ');
    expect(treeHash(root).digests.get('large')).toBe(digest);
    const { read, held } = await heldOf(root, size);
    expect(read).toBeGreaterThanOrEqual(size);
    expect(held).toBeLessThan(size / 2);
  });
});

describe('what cannot be hashed is an error of its own', () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crcOf(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const crcOf = (bytes: Buffer) => crc32(bytes);
  const pngOf = (width: number, height: number, interlace: number, data: Buffer) => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 6, 0, 0, interlace], 8);
    const start = Buffer.from('89504e470d0a1a0a', 'hex');
    return Buffer.concat([
      start,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(data)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  };
  const bytes = png();

  it.each<[string, () => string, string]>([
    ['a folder that is not there', () => '/nowhere/at/all', 'folder_missing'],
    ['a sidecar without its PNG', () => tree({ 'x.png.provenance.json': '{}' }), 'tree_sidecar_alone'],
    [
      'a sidecar of another PNG',
      () => tree({ 'x.png': bytes, 'x.png.provenance.json': sidecarOf(png(1, 1)) }),
      'tree_sidecar_mismatch',
    ],
    [
      'a sidecar without a hash',
      () => tree({ 'x.png': bytes, 'x.png.provenance.json': '{}' }),
      'tree_sidecar_mismatch',
    ],
    [
      'a sidecar that is no JSON',
      () => tree({ 'x.png': bytes, 'x.png.provenance.json': '{' }),
      'tree_sidecar_malformed',
    ],
    [
      'a sidecar that is no object',
      () => tree({ 'x.png': bytes, 'x.png.provenance.json': '[]' }),
      'tree_sidecar_malformed',
    ],
    [
      'a sidecar without a canonical form',
      () => tree({ 'x.png': bytes, 'x.png.provenance.json': sidecarOf(bytes, { half: '\ud800' }) }),
      'tree_sidecar_malformed',
    ],
    ['a PNG that is none', () => tree({ 'x.png': 'GIF89a' }), 'tree_png_invalid'],
    ['a PNG that is cut off', () => tree({ 'x.png': bytes.subarray(0, 50) }), 'tree_png_invalid'],
    [
      'a PNG with a wrong checksum',
      () => tree({ 'x.png': Buffer.from(bytes).fill(1, 40, 41) }),
      'tree_png_invalid',
    ],
    [
      'a PNG that claims a billion pixels',
      () => tree({ 'x.png': pngOf(40_000, 40_000, 0, Buffer.alloc(8)) }),
      'tree_png_invalid',
    ],
    [
      'a PNG that unpacks to more than its pixels',
      () => tree({ 'x.png': pngOf(2, 2, 1, Buffer.alloc(50_000_000)) }),
      'tree_png_invalid',
    ],
    [
      'two paths that differ only in case',
      () => tree({ 'a/read.me': '', 'A/READ.me': '' }),
      'tree_paths_collide',
    ],
    ['a path that is not composed', () => tree({ 'u\u0308.txt': '' }), 'tree_path_not_nfc'],
  ])('%s', (_, make, code) => {
    expect(() => treeHash(make())).toThrow(code);
  });

  it('a symbolic link, wherever it goes', () => {
    const root = tree({ 'a.txt': '' });
    symlinkSync('a.txt', join(root, 'b.txt'));
    expect(() => treeHash(root)).toThrow('tree_symlink');
  });

  it('a pipe', () => {
    const root = tree({});
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(() => treeHash(root)).toThrow('tree_not_regular');
  });

  it('a name that is no text', () => {
    const root = tree({});
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x61, 0xff])]), '');
    expect(() => treeHash(root)).toThrow('tree_path_not_text');
  });

  it('a PNG too large to be held', () => {
    const root = tree({ 'x.png': '' });
    truncateSync(join(root, 'x.png'), 100_000_000);
    expect(() => treeHash(root)).toThrow('file_unreadable');
  });
});

describe('two trees that differ', () => {
  const explain = (here: Record<string, string | Buffer>, there: Record<string, string | Buffer>) =>
    explainTrees(treeHash(tree(here)), treeHash(tree(there))).map(({ path, kind, how }) => [path, kind, how]);

  it('are explained path by path', () => {
    expect(explain({ same: 'a', here: 'b' }, { same: 'a', there: 'c' })).toEqual([
      ['here', 'only_here', 'it is not in the other tree'],
      ['there', 'only_there', 'it is only in the other tree'],
    ]);
    expect(explain({ a: 'b' }, { a: 'b' })).toEqual([]);
  });

  it('show the first field of JSON', () => {
    expect(explain({ 'a.json': '{"x":[1,{"y":2}]}' }, { 'a.json': '{"x":[1,{"y":3}]}' })).toEqual([
      ['a.json', 'json', '/x/1/y is 2 here and 3 there'],
    ]);
    expect(explain({ 'a.json': '1' }, { 'a.json': '2' })).toEqual([
      ['a.json', 'json', 'the whole value is 1 here and 2 there'],
    ]);
    expect(explain({ 'a.json': '{"x":1}' }, { 'a.json': '{"x": 1}' })).toEqual([
      ['a.json', 'bytes', 'byte 5 differs, in line 1'],
    ]);
    expect(explain({ 'a.json': '{' }, { 'a.json': '[' })).toEqual([
      ['a.json', 'bytes', 'byte 0 differs, in line 1'],
    ]);
  });

  it('show the box of pixels of a PNG, or its size', () => {
    const painted = png(10, 8, {
      paint: (rgba) => {
        for (const [x, y] of [
          [3, 2],
          [5, 6],
        ] as const)
          rgba.writeUInt32LE(1, (y * 10 + x) * 4);
      },
    });
    expect(explain({ 'x.png': png(10, 8) }, { 'x.png': painted })).toEqual([
      ['x.png', 'pixels', '2 pixels differ, in a box of 3 × 5 at x 3, y 2'],
    ]);
    expect(explain({ 'x.png': png(10, 8) }, { 'x.png': png(9, 8) })).toEqual([
      ['x.png', 'pixels', '10 × 8 pixels here and 9 × 8 there'],
    ]);
  });

  it('show of a sidecar what counts of it', () => {
    const [a, b, c] = [png(), png(4, 3, { deflateLevel: 0 }), png(5, 3)];
    const name = 'x.png.provenance.json';
    const side = (bytes: Buffer, run_id: string) => ({
      'x.png': bytes,
      [name]: sidecarOf(bytes, { run_id }),
    });
    expect(explain(side(a, 'r1'), side(b, 'r2'))).toEqual([
      [name, 'json', '/run_id is "r1" here and "r2" there'],
    ]);
    expect(explain(side(a, 'r1'), side(c, 'r1'))[1]).toEqual([
      name,
      'json',
      '/artifact_sha256 is of other pixels',
    ]);
  });

  it('show the first byte of all else, and its line', () => {
    const long = 'line\n'.repeat(30_000);
    expect(explain({ a: `${long}x` }, { a: `${long}y` })).toEqual([
      ['a', 'bytes', 'byte 150000 differs, in line 30001'],
    ]);
    expect(explain({ a: 'ab' }, { a: 'abc' })).toEqual([['a', 'bytes', 'it ends after 2 bytes']]);
    expect(explain({ a: 'abc' }, { a: 'ab' })).toEqual([['a', 'bytes', 'the other ends after 2 bytes']]);
  });
});
