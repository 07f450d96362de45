import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../../test/catalog-call.js';
import { jsonLines, smallEntry } from '../../../test/catalog-files.js';
import { writeFiles } from '../../../test/folder.js';

describe('ctx catalog show', () => {
  it('shows an entry with its neighbours and their reasons', async () => {
    const { json, text } = catalogCalls();
    const { data } = await json('catalog', 'show', 'mcp:microsoft/playwright-mcp');
    expect(data).toMatchObject({
      name: 'playwright-mcp',
      licence: 'Apache-2.0',
      packages: ['npm:@playwright/mcp'],
      quality: 1,
    });
    expect(data?.['neighbours']).toEqual(
      expect.arrayContaining([
        {
          id: 'skill:wshobson/e2e-testing-patterns',
          name: 'e2e-testing-patterns',
          kind: 'skill',
          edge: 'with',
          reason: 'e2e-testing-patterns is used with it',
        },
      ]),
    );
    expect((await text('catalog', 'show', 'MCP:microsoft/playwright-mcp')).stdout).toMatch(
      /Belongs with\n {2}\S+ +\S/,
    );
  });

  it('takes a name where only one entry has it, and asks which where more do', async () => {
    const { json, data } = catalogCalls();
    writeFiles(data, {
      'ctx/catalog/sources/a.jsonl': jsonLines([
        smallEntry('skill:a/twin', { context: { always: 1, used: 2 }, updated: '2026-01-01', retired: true }),
        smallEntry('skill:b/twin'),
      ]),
    });
    expect((await json('catalog', 'show', 'pdf')).data).toMatchObject({ id: 'skill:anthropics/pdf' });
    expect((await json('catalog', 'show', 'twin')).error).toMatchObject({
      code: 'catalog_entry_unknown',
      hint: 'Did you mean `ctx catalog show skill:a/twin`?',
    });
  });

  it('shows what is particular: retired, changed, measured', async () => {
    const { text, data } = catalogCalls();
    writeFiles(data, {
      'ctx/catalog/sources/a.jsonl': jsonLines([
        smallEntry('skill:a/one', { context: { always: 1, used: 2 }, updated: '2026-01-01', retired: true }),
      ]),
    });
    const { stdout } = await text('catalog', 'show', 'skill:a/one');
    expect(stdout).toMatch(
      /licence +not known\n[\s\S]*changed +2026-01-01\nretired +yes, by its makers\ncontext +≈ 1 tokens, 2 when used\n/,
    );
  });

  it('fails on an entry that is not there, and names one that may be meant', async () => {
    const { json } = catalogCalls();
    expect(await json('catalog', 'show', 'mcp:someone/playwright')).toMatchObject({
      exit_code: 1,
      found: false,
      error: { kind: 'catalog_entry_not_found', hint: expect.stringContaining('playwright') },
    });
    expect((await json('catalog', 'show', 'zzzz')).error).toMatchObject({
      hint: 'Search for it: `ctx catalog search WORDS`.',
    });
  });
});
