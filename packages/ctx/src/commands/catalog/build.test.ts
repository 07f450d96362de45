import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../../test/catalog-call.js';
import { linesOf, smallEntry } from '../../../test/catalog-files.js';
import { writeFiles } from '../../../test/folder.js';

describe('ctx catalog build', () => {
  it('builds the index from all sources, with counts', async () => {
    const { json, text, data } = catalogCalls();
    writeFiles(data, {
      'ctx/catalog/sources/mine.jsonl': `${linesOf([smallEntry('skill:a/b', { with: ['mcp:x/y'] })])}broken\n`,
    });
    const answer = await json('catalog', 'build');
    expect(answer.data).toMatchObject({
      index: join(data, 'ctx/catalog/index.bin'),
      nodes: 403,
      dangling: 1,
      refused: 1,
      sources: [
        { name: 'mine', entries: 1 },
        { name: 'starter', entries: 402 },
      ],
    });
    const { stdout, stderr } = await text('catalog', 'build');
    expect(stdout).toMatch(
      /^403 entries: \d+ skills, \d+ agents, \d+ MCP servers, \d+ harnesses\n\d+ edges: [\s\S]*MiB in /,
    );
    expect(stderr).toContain('one line of the sources does not fit; mine, line 2: it is not JSON');
  });

  it('fails, and may be tried again, while another process builds it', async () => {
    const { json, data } = catalogCalls();
    const folder = join(data, 'ctx/catalog');
    mkdirSync(folder, { recursive: true });
    // A lock of another machine is taken for alive.
    writeFileSync(
      join(folder, 'index.lock'),
      JSON.stringify({ pid: 7, start: null, host: `not-${hostname()}`, nonce: 'x' }),
    );
    for (const words of [['build'], ['import', 'a.jsonl']]) {
      writeFiles(data, { 'a.jsonl': linesOf([smallEntry('skill:a/b')]) });
      const { error } = await json(
        'catalog',
        ...words.map((word) => (word === 'a.jsonl' ? join(data, word) : word)),
      );
      expect(error).toMatchObject({ code: 'catalog_building', retryable: true, kind: 'runtime' });
    }
    expect((await json('catalog', 'remove', 'a')).error).toMatchObject({ code: 'catalog_building' });
  });
});
