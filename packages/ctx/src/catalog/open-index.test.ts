import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeStarter, jsonLines, smallCatalog, smallEntry } from '../../test/catalog-files.js';
import { tryLock } from '../disk/lock.js';
import { startOf } from '../disk/process-identity.js';
import type { CatalogFiles } from './catalog-files.js';
import { blockBytes, headBytes } from './index/format.js';
import { openExisting, openIndex } from './open-index.js';
import { writeSource } from './write-source.js';

const starter = [
  smallEntry('skill:a/pdf', {
    tags: ['pdf', 'python'],
    with: ['agent:a/writer'],
    requires: [{ id: 'skill:a/base', reason: 'it calls it' }],
  }),
  smallEntry('skill:a/base', { tags: ['python'] }),
  smallEntry('agent:a/writer', { tags: ['pdf'], bundle: 'office' }),
  smallEntry('mcp:a/drive', {
    tags: ['files'],
    bundle: 'office',
    packages: ['npm:@a/drive'],
    with: ['mcp:a/nobody'],
  }),
];

async function countOf(place: CatalogFiles): Promise<{ nodes: number; notes: readonly string[] }> {
  const { index, notes } = await openIndex(place);
  onTestFinished(() => index.close());
  return { nodes: index.meta.nodes, notes };
}

function pipeAt(path: string): void {
  rmSync(path);
  execFileSync('mkfifo', [path]);
}

describe('the index', () => {
  it('is built at the first question, kept, and read in place from then on', async () => {
    const place = smallCatalog(starter);
    expect(await countOf(place)).toEqual({ nodes: 4, notes: [] });
    const { mtimeMs } = statSync(place.index);
    expect(await countOf(place)).toEqual({ nodes: 4, notes: [] });
    expect(statSync(place.index).mtimeMs).toBe(mtimeMs);
  });

  it('finds entries by id, terms and edges', async () => {
    const { index } = await openIndex(smallCatalog(starter));
    onTestFinished(() => index.close());
    const pdf = index.find('skill:a/pdf') ?? -1;
    expect(index.entry(pdf)).toMatchObject({ name: 'pdf', tags: ['pdf', 'python'] });
    expect(index.kindOf(pdf)).toBe('skill');
    expect(index.find('skill:a/nothing')).toBeUndefined();
    expect(index.term('#pdf')?.having).toBe(2);
    expect(index.term('@npm:@a/drive')?.postings(5)[0]).toBe(index.find('mcp:a/drive'));
    const reasons = Array.from({ length: index.degree(pdf) }, (_, i) =>
      index.reason((index.edges(pdf, 9)[i * 2 + 1] ?? 0) >>> 10),
    );
    expect(reasons.sort()).toEqual(['it calls it', 'pdf is used with it']);
    expect(index.meta).toMatchObject({
      dangling: 1,
      edges: 3,
      edges_by_kind: { requires: 1, with: 2 },
      refused: 0,
    });
    index.verify();
  });

  it('takes no pipe for an import', async () => {
    const place = smallCatalog(starter);
    mkdirSync(place.sources, { recursive: true });
    execFileSync('mkfifo', [join(place.sources, 'endless.jsonl')]);
    expect(await countOf(place)).toEqual({ nodes: 4, notes: [] });
  });

  it('is rebuilt when an import or the starter catalog changed', async () => {
    const place = smallCatalog(starter);
    await countOf(place);
    writeSource(place, 'mine', []);
    writeFileSync(join(place.sources, 'mine.jsonl'), jsonLines([smallEntry('skill:b/one')]));
    expect(await countOf(place)).toEqual({ nodes: 5, notes: [] });
    changeStarter(place, starter.slice(0, 2));
    expect((await countOf(place)).nodes).toBe(3);
  });

  it('answers from the old one, and says so, when a large catalog changed', async () => {
    const place = smallCatalog(starter);
    await countOf(place);
    mkdirSync(place.sources, { recursive: true });
    writeFileSync(join(place.sources, 'large.jsonl'), '\n'.repeat(9 << 20));
    const { nodes, notes } = await countOf(place);
    expect([nodes, notes]).toEqual([
      4,
      ['the catalog changed since its index was built; run `ctx catalog build`'],
    ]);
  });

  it.each([
    ['truncated', (place: CatalogFiles) => truncateSync(place.index, 5000), /bytes in place of/],
    ['empty', (place: CatalogFiles) => truncateSync(place.index, 0), /it is not an index/],
    [
      'something else',
      (place: CatalogFiles) => writeFileSync(place.index, 'hello'.repeat(1000)),
      /it is not an index/,
    ],
    [
      'of another version',
      (place: CatalogFiles) => flip(place, 8),
      /has format 254, and this program reads format 1/,
    ],
    ['damaged in its head', (place: CatalogFiles) => flip(place, 40), /head is damaged/],
    [
      'damaged in its first section',
      (place: CatalogFiles) => flip(place, headBytes + 10),
      /block 0 is damaged/,
    ],
    ['a pipe', (place: CatalogFiles) => pipeAt(place.index), /it is not an index/],
  ])('that is %s is built anew, with a note', async (_, damage, problem) => {
    const place = smallCatalog(starter);
    await countOf(place);
    damage(place);
    const { nodes, notes } = await countOf(place);
    expect(nodes).toBe(4);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(problem);
    expect((await countOf(place)).notes).toEqual([]);
  });

  it('notices a flipped bit in any block that it reads', async () => {
    const many = Array.from({ length: 300 }, (_, i) =>
      smallEntry(`skill:a/s${i}`, { tags: ['python', `t${i % 7}`] }),
    );
    const place = smallCatalog(many);
    await countOf(place);
    const whole = readFileSync(place.index);
    for (let block = 1; block * blockBytes < whole.length; block++) {
      const bytes = Buffer.from(whole);
      bytes[block * blockBytes + 1] = (bytes[block * blockBytes + 1] ?? 0) ^ 1;
      writeFileSync(place.index, bytes);
      const found = openExisting(place);
      if (!('index' in found)) continue;
      expect(() => found.index.verify()).toThrow(/damaged|checksums/);
      found.index.close();
    }
  });

  it('is used without being kept where the folder cannot be made', async () => {
    const place = smallCatalog(starter);
    writeFileSync(place.folder, 'a file is in the way');
    const { nodes, notes } = await countOf(place);
    expect([nodes, notes[0]]).toEqual([4, `${place.folder} cannot be written; the index was not kept`]);
  });

  it('that another process is building is not waited for', async () => {
    const place = smallCatalog(starter);
    mkdirSync(place.folder);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void other.kill());
    const held = tryLock(place.lock);
    expect(held.taken).toBe(true);
    writeFileSync(place.lock, ownerOf(other.pid ?? 0));
    expect(await countOf(place)).toEqual({ nodes: 4, notes: [`process ${other.pid} is building the index`] });
    expect(existsSync(place.index)).toBe(false);
    mkdirSync(place.sources);
    writeFileSync(join(place.sources, 'large.jsonl'), '\n'.repeat(9 << 20));
    await expect(openIndex(place)).rejects.toMatchObject({
      code: 'catalog_building',
      row: { retryable: true },
    });
  });

  it('from before answers while another process is building', async () => {
    const place = smallCatalog(starter);
    await countOf(place);
    changeStarter(place, starter.slice(0, 1));
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void other.kill());
    writeFileSync(place.lock, ownerOf(other.pid ?? 0));
    const { nodes, notes } = await countOf(place);
    expect([nodes, notes]).toEqual([
      4,
      [`process ${other.pid} is building the index; this answer comes from the previous one`],
    ]);
  });

  it('that cannot be replaced is still answered from the new one', async () => {
    const place = smallCatalog(starter);
    mkdirSync(place.index, { recursive: true });
    const { nodes, notes } = await countOf(place);
    expect(nodes).toBe(4);
    expect(notes.join()).toContain('cannot be written');
  });

  it('counts what it left out: lines that do not fit, ids that are taken', async () => {
    const place = smallCatalog(starter);
    mkdirSync(place.sources, { recursive: true });
    const lines = [smallEntry('skill:a/pdf', { summary: 'Mine.' }), { id: 'x' }];
    writeFileSync(
      join(place.sources, 'mine.jsonl'),
      `${jsonLines(lines)}not json\n\xff\n${'x'.repeat(2 << 20)}\n`,
      'latin1',
    );
    const { index } = await openIndex(place);
    onTestFinished(() => index.close());
    expect(index.meta).toMatchObject({
      nodes: 4,
      shadowed: 1,
      refused: 4,
      sources: [
        { name: 'mine', entries: 1 },
        { name: 'starter', entries: 3 },
      ],
    });
    expect(index.meta.first_refusals.map(({ item, why }) => `${item}: ${why}`)).toEqual([
      'mine, line 2: its kind is none of skill, agent, mcp, harness',
      'mine, line 3: it is not JSON',
      'mine, line 4: it is not valid UTF-8',
      'mine, line 5: it is longer than 1 MiB',
    ]);
    expect(index.entry(index.find('skill:a/pdf') ?? -1).summary).toBe('Mine.');
  });

  it('of an installation without its starter catalog is a failure', async () => {
    const place = { ...smallCatalog(starter), starter: '/nowhere' };
    await expect(openIndex(place)).rejects.toMatchObject({ code: 'package_incomplete' });
  });

  it('holds many entries: every term and every edge of the last one is found', async () => {
    const many = Array.from({ length: 12_000 }, (_, i) =>
      smallEntry(`skill:a/s${i}`, { tags: ['python', `t${i % 50}`, `u${i % 333}`, `v${i % 90}`] }),
    );
    const { index } = await openIndex(smallCatalog(many));
    onTestFinished(() => index.close());
    const last = index.find('skill:a/s11999') ?? -1;
    expect(index.meta.nodes).toBe(12_000);
    expect(index.meta.edges).toBeGreaterThan(100_000);
    expect(index.term('=s11999')?.postings(1)[0]).toBe(last);
    expect(index.term('#python')?.having).toBe(12_000);
    expect(index.edges(last, 100).length / 2).toBe(index.degree(last));
    const weights = Array.from(index.edges(last, 100))
      .filter((_, i) => i % 2 === 1)
      .map((what) => what & 0xff);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    index.verify();
  });

  it('is the same bytes for the same sources', async () => {
    const [a, b] = [smallCatalog(starter), smallCatalog(starter)];
    await countOf(a);
    await countOf(b);
    expect(readFileSync(a.index).equals(readFileSync(b.index))).toBe(true);
    chmodSync(a.index, 0o600);
  });
});

function flip(place: CatalogFiles, at: number) {
  const bytes = readFileSync(place.index);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(place.index, bytes);
}

/** The content of a lock that this running process holds. */
function ownerOf(pid: number): string {
  const { hostname } = process.getBuiltinModule('node:os');
  return `${JSON.stringify({ pid, start: startOf(pid), host: hostname(), nonce: 'x' })}\n`;
}
