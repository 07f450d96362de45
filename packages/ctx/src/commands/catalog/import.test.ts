import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../../test/catalog-call.js';
import { jsonLines, smallEntry } from '../../../test/catalog-files.js';
import { writeFiles } from '../../../test/folder.js';

const skill = (name: string) => `---\nname: ${name}\ndescription: Works with ${name} in Python.\n---\n`;

describe('ctx catalog import', () => {
  it('takes a tree in, and what it holds can be found', async () => {
    const { text, json } = catalogCalls({
      'mine/skills/zeppelin/SKILL.md': skill('zeppelin'),
      'mine/skills/bad/SKILL.md': 'x',
    });
    const { stdout, exitCode } = await text('catalog', 'import', 'mine');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^1 imported as mine, 1 refused\n {2}\S+bad\/SKILL\.md: it has no front matter\n403 entries: /,
    );
    expect((await json('catalog', 'search', 'zeppelin')).data).toMatchObject({
      total: 1,
      hits: [{ id: 'skill:mine/zeppelin' }],
    });
  });

  it('replaces what an import of the same name held', async () => {
    const { json, cwd } = catalogCalls({
      'a.jsonl': jsonLines([smallEntry('skill:a/one'), smallEntry('skill:a/two')]),
    });
    expect((await json('catalog', 'import', 'a.jsonl', '--name', 'Mine')).data).toMatchObject({
      name: 'mine',
      imported: 2,
      nodes: 404,
    });
    writeFiles(cwd, { 'a.jsonl': jsonLines([smallEntry('skill:a/one')]) });
    expect((await json('catalog', 'import', 'a.jsonl', '--name', 'mine')).data).toMatchObject({
      imported: 1,
      nodes: 403,
    });
  });

  it('says so when nothing refers to anything, and when relations lead nowhere', async () => {
    const { json, text } = catalogCalls({
      'a.jsonl': jsonLines([
        smallEntry('skill:a/one', { with: ['skill:a/nobody'] }),
        smallEntry('skill:voltagent/x'),
      ]),
    });
    expect((await json('catalog', 'import', 'a.jsonl')).data).toMatchObject({ dangling: 1 });
    expect((await text('catalog', 'import', 'a.jsonl')).stderr).toContain(
      'one relation points to a missing entry',
    );
  });

  it('takes what is installed, here and at home, without a secret', async () => {
    const { json, home, data } = catalogCalls({
      '.mcp.json': '{"mcpServers":{"db":{"command":"npx","args":["x","SECRET"],"env":{"K":"SECRET"}}}}',
      '.claude/skills/here/SKILL.md': skill('here'),
    });
    writeFiles(home, { '.claude/agents/helper.md': '---\nname: helper\ndescription: Helps.\n---\n' });
    expect((await json('catalog', 'import', '--installed')).data).toMatchObject({
      name: 'installed',
      imported: 3,
    });
    const folder = join(data, 'ctx/catalog/sources');
    expect(readdirSync(folder)).toEqual(['installed.jsonl']);
    expect(readFileSync(join(folder, 'installed.jsonl'), 'utf8')).not.toContain('SECRET');
  });

  it('takes several paths, each id once', async () => {
    const { json } = catalogCalls({
      'a.jsonl': jsonLines([smallEntry('skill:a/one')]),
      'b.jsonl': jsonLines([smallEntry('skill:a/one'), smallEntry('skill:a/two')]),
    });
    expect((await json('catalog', 'import', 'a.jsonl', 'b.jsonl')).data).toMatchObject({
      name: 'a',
      imported: 2,
      refusals: [{ why: 'its id skill:a/one is already taken' }],
    });
  });

  it('shows the first refusals of many', async () => {
    const { text } = catalogCalls({
      'a.jsonl': jsonLines([smallEntry('skill:a/one'), ...Array.from({ length: 25 }, () => ({ id: 'x' }))]),
    });
    expect((await text('catalog', 'import', 'a.jsonl')).stdout).toContain('… and 5 more in the JSON answer');
  });

  it('fails, and changes nothing, when there is nothing to take', async () => {
    const { json, text, data } = catalogCalls({ 'r/skills/bad/SKILL.md': 'x', 'e/a.txt': '' });
    expect(await json('catalog', 'import', 'r')).toMatchObject({
      error: {
        kind: 'usage',
        code: 'catalog_import_empty',
        details: { refusals: [{ why: 'it has no front matter' }] },
      },
    });
    expect((await text('catalog', 'import', 'e')).stderr).toContain(
      'is a skill, an agent, an MCP server or a harness',
    );
    expect((await json('catalog', 'import', '--installed')).error).toMatchObject({
      code: 'catalog_import_empty',
    });
    expect(readdirSync(data)).toEqual([]);
  });

  it('fails without a path, with one that is not there, and with a name that cannot be', async () => {
    const { json } = catalogCalls({ 'a.jsonl': jsonLines([smallEntry('skill:a/one')]) });
    expect((await json('catalog', 'import')).error).toMatchObject({
      kind: 'parse',
      code: 'argument_missing',
    });
    expect((await json('catalog', 'import', 'nowhere')).error).toMatchObject({ code: 'file_not_found' });
    expect((await json('catalog', 'import', 'a.jsonl', '--name', 'starter')).error).toMatchObject({
      code: 'argument_invalid',
    });
    expect((await json('catalog', 'import', 'a.jsonl', '--name', '../..')).error).toMatchObject({
      code: 'argument_invalid',
    });
  });
});
