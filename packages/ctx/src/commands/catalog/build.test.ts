import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuilt } from '../../../test/built.js';
import { catalogCalls } from '../../../test/catalog-call.js';
import { jsonLines, smallEntry } from '../../../test/catalog-files.js';
import { envelopeOf } from '../../../test/envelope.js';
import { writeFiles } from '../../../test/folder.js';

describe('ctx catalog build', () => {
  it('builds the index from all sources, with counts', async () => {
    const { json, text, data } = catalogCalls();
    writeFiles(data, {
      'ctx/catalog/sources/mine.jsonl': `${jsonLines([smallEntry('skill:a/b', { with: ['mcp:x/y'] })])}broken\n`,
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

  it.each(['its folder', 'the index itself'])('fails where %s cannot be written', async (what) => {
    const { json, data } = catalogCalls();
    if (what === 'its folder') writeFiles(data, { 'ctx/catalog': 'a file' });
    else mkdirSync(join(data, 'ctx/catalog/index.bin/in-the-way'), { recursive: true });
    const { error, exit_code } = await json('catalog', 'build');
    expect(error).toMatchObject({ code: 'file_unwritable' });
    expect(exit_code).toBe(1);
  });

  it('takes up every import of many at once, and all of them succeed', async () => {
    const { data } = catalogCalls();
    const names = Array.from({ length: 6 }, (_, i) => `many${i}`);
    for (const name of names)
      writeFiles(data, { [`${name}.jsonl`]: jsonLines([smallEntry(`skill:${name}/x`)]) });
    const env = { XDG_DATA_HOME: data, HOME: data };
    const answers = await Promise.all(
      names.map((name) =>
        runBuilt('ctx', ['catalog', 'import', join(data, `${name}.jsonl`), '--output-format', 'json'], {
          env,
        }),
      ),
    );
    for (const answer of answers) expect(envelopeOf(answer).exit_code).toBe(0);
    for (const name of names) {
      const shown = await runBuilt('ctx', ['catalog', 'show', `skill:${name}/x`, '--output-format', 'json'], {
        env,
      });
      expect(envelopeOf(shown).data).toMatchObject({ notes: [] });
    }
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
      writeFiles(data, { 'a.jsonl': jsonLines([smallEntry('skill:a/b')]) });
      const { error } = await json(
        'catalog',
        ...words.map((word) => (word === 'a.jsonl' ? join(data, word) : word)),
      );
      expect(error).toMatchObject({ code: 'catalog_building', retryable: true, kind: 'runtime' });
    }
    expect((await json('catalog', 'remove', 'a')).error).toMatchObject({ code: 'catalog_building' });
  });
});
