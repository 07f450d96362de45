import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../../test/catalog-call.js';

describe('ctx catalog stats', () => {
  it('counts what there is', async () => {
    const { json, text } = catalogCalls();
    expect((await json('catalog', 'stats')).data).toMatchObject({
      nodes: 402,
      verified: false,
      dangling: 0,
      shadowed: 0,
      refused: 0,
      sources: [{ name: 'starter', entries: 402 }],
    });
    const { stdout } = await text('catalog', 'stats', '--verify');
    expect(stdout).toMatch(/402 entries[\s\S]*every block whole\n$/);
  });

  it('says what is damaged when it checks the whole index', async () => {
    const { json, data } = catalogCalls();
    await json('catalog', 'build');
    const index = join(data, 'ctx/catalog/index.bin');
    const bytes = readFileSync(index);
    bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
    writeFileSync(index, bytes);
    expect((await json('catalog', 'stats', '--verify')).data).toMatchObject({
      verified: false,
      notes: [expect.stringContaining('the index is damaged: block')],
    });
  });

  it('fails on a word too many', async () => {
    const { json } = catalogCalls();
    expect((await json('catalog', 'stats', 'x')).error).toMatchObject({ code: 'argument_unwanted' });
  });
});
