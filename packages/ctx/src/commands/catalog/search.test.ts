import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../../test/catalog-call.js';
import { jsonLines, smallEntry } from '../../../test/catalog-files.js';

describe('ctx catalog search', () => {
  it('ranks by words, best first', async () => {
    const { json } = catalogCalls();
    const { data } = await json('catalog', 'search', 'postgres', 'index advice', '--limit', '1');
    expect(data).toMatchObject({
      hits: [
        {
          id: 'mcp:crystaldba/postgres-mcp',
          kind: 'mcp',
          words: expect.arrayContaining(['advice', 'index']),
        },
      ],
    });
  });

  it('shows one kind only, and how many more there are', async () => {
    const { text } = catalogCalls();
    const { stdout } = await text('catalog', 'search', 'browser', '--kind', 'mcp', '--limit', '2');
    expect(stdout).toMatch(/^\S+ {2}mcp:\S+\n {2}\S[\s\S]*… and \d+ more; --limit shows them\n$/);
  });

  it('finds a name that ends in s, one of several words, and one that is an empty word elsewhere', async () => {
    const entries = ['one', 'pandas', 'two words'].map((name) =>
      smallEntry(`skill:a/${name.replace(' ', '-')}`, { name, summary: 'Helps.' }),
    );
    const { text } = catalogCalls({ 'a.jsonl': jsonLines(entries) });
    await text('catalog', 'import', 'a.jsonl');
    for (const { id, name } of entries)
      expect((await text('catalog', 'search', String(name), '--limit', '1')).stdout).toContain(id);
  });

  it('says so when there is nothing', async () => {
    const { text } = catalogCalls();
    expect((await text('catalog', 'search', 'xyzzy')).stdout).toContain('Nothing found');
  });

  it('mends an index that turns out to be damaged, and says so', async () => {
    const { json, data, text } = catalogCalls();
    await json('catalog', 'build');
    const index = join(data, 'ctx/catalog/index.bin');
    const bytes = readFileSync(index);
    // The last tenth holds the edges and reasons, the middle the terms: everything behind the first section.
    for (let at = 8192; at < bytes.length; at += 1024) bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(index, bytes);
    const { stderr, stdout } = await text('catalog', 'search', 'playwright');
    expect(stderr).toMatch(/warning: the index was rebuilt: (block \d+ is damaged|it has too few checksums)/);
    expect(stdout).toContain('mcp:microsoft/playwright-mcp');
    expect((await text('catalog', 'search', 'playwright')).stderr).toBe('');
  });

  it('fails without words, and for a kind that there is not', async () => {
    const { json } = catalogCalls();
    expect((await json('catalog', 'search')).error).toMatchObject({ code: 'argument_missing' });
    expect((await json('catalog', 'search', 'a', '--kind', 'tool')).error).toMatchObject({
      code: 'flag_value_invalid',
    });
  });
});
