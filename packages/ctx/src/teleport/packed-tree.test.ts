import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { clone, keep, repository, restore } from '../../test/kept-workspaces.js';
import { digestOf } from '../disk/digest.js';

describe('a package', () => {
  it('that is not what the record names is refused', async () => {
    const root = repository();
    const { packed, named } = await keep(root);
    const torn = packed.slice(0, -9);
    const other = clone(root);
    await expect(restore(other, { packed: torn, named })).rejects.toMatchObject({
      reason: 'snapshot_unsound',
    });
    await expect(
      restore(other, { packed, named: { ...named, tree: `sha256:${'0'.repeat(64)}` } }),
    ).rejects.toMatchObject({ reason: 'snapshot_unsound' });
  });

  it.each([
    ['a path that leads out', [{ kind: 'file', path: '../evil', executable: false, size: 1 }]],
    ['git’s own folder', [{ kind: 'file', path: '.git/hooks/pre-commit', executable: true, size: 1 }]],
    ['the sessions', [{ kind: 'file', path: '.context/sessions/x.jsonl', executable: false, size: 1 }]],
    ['a link that leads out', [{ kind: 'link', path: 'l', to: '/etc/passwd' }]],
    [
      'a file below a link',
      [
        { kind: 'link', path: 'l', to: 'src' },
        { kind: 'file', path: 'l/x', executable: false, size: 1 },
      ],
    ],
    [
      'a path twice',
      [
        { kind: 'gone', path: 'c.txt' },
        { kind: 'gone', path: 'c.txt' },
      ],
    ],
  ])('with %s is refused', async (_, entries) => {
    const digest = digestOf(Buffer.from('x'));
    const header = Buffer.from(
      JSON.stringify({
        format: 'ctx.workspace/1',
        entries: entries.map((entry) => (entry.kind === 'file' ? { ...entry, digest } : entry)),
        bundle: 0,
        contents: [[digest, 1]],
      }),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32BE(header.length);
    const packed = gzipSync(Buffer.concat([length, header, Buffer.from('x')]));
    const root = temporaryFolder();
    const named = { tree: 'any', pack_digest: digestOf(packed) };
    await expect(restore(root, { packed, named }, true)).rejects.toMatchObject({
      reason: 'snapshot_unsound',
    });
    expect(readdirSync(root)).toEqual([]);
  });

  it('that unpacks to more than it may is refused', async () => {
    const piece = gzipSync(Buffer.alloc(1 << 24));
    const packed = Buffer.concat(Array.from({ length: 20 }, () => piece));
    expect(packed.length).toBeLessThan(1 << 20);
    const named = { tree: 'any', pack_digest: digestOf(packed) };
    await expect(restore(temporaryFolder(), { packed, named }, true)).rejects.toMatchObject({
      reason: 'snapshot_unsound',
    });
  });
});
