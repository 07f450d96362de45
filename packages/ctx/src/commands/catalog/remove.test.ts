import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../../test/catalog-call.js';
import { jsonLines, smallEntry } from '../../../test/catalog-files.js';

const files = { 'mine.jsonl': jsonLines([smallEntry('skill:a/one'), smallEntry('skill:a/two')]) };

describe('ctx catalog remove', () => {
  it('takes an import out again', async () => {
    const { json, text } = catalogCalls(files);
    await json('catalog', 'import', 'mine.jsonl');
    expect((await text('catalog', 'remove', 'mine')).stdout).toMatch(/^2 entries removed\n402 entries/);
    expect((await json('catalog', 'show', 'skill:a/one')).error).toMatchObject({
      code: 'catalog_entry_unknown',
    });
  });

  it('takes one entry out, and leaves the rest', async () => {
    const { json, text } = catalogCalls(files);
    await json('catalog', 'import', 'mine.jsonl');
    expect((await text('catalog', 'remove', 'skill:a/one')).stdout).toMatch(/^1 entry removed\n/);
    expect((await json('catalog', 'show', 'skill:a/two')).data).toMatchObject({ name: 'two' });
  });

  it('fails on what is not there, and on what ships', async () => {
    const { json } = catalogCalls(files);
    await json('catalog', 'import', 'mine.jsonl');
    expect((await json('catalog', 'remove', 'mins')).error).toMatchObject({
      kind: 'catalog_source_not_found',
      hint: 'Did you mean `mine`?',
    });
    expect((await json('catalog', 'remove', 'zzz')).error).toMatchObject({ hint: 'Imported: mine.' });
    expect((await json('catalog', 'remove', 'skill:a/three')).error).toMatchObject({
      code: 'catalog_entry_unknown',
    });
    expect((await json('catalog', 'remove', 'starter')).error).toMatchObject({
      kind: 'usage',
      code: 'catalog_starter_kept',
    });
    expect((await json('catalog', 'remove', 'skill:anthropics/pdf')).error).toMatchObject({
      code: 'catalog_starter_kept',
    });
    await json('catalog', 'remove', 'mine');
    expect((await json('catalog', 'remove', 'mine')).error).toMatchObject({
      hint: 'Nothing has been imported yet.',
    });
  });
});
