import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallEntry } from '../../../test/catalog-files.js';
import { temporaryFolder } from '../../../test/folder.js';
import { importOf } from '../../../test/imported-entries.js';
import { importPath } from './import.js';

const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Works with ${name} in Python.\n${more}---\n\n# ${name}\n`;

describe('importing a tree of skills', () => {
  it('takes each SKILL.md with its tags, licence and what it costs', async () => {
    const { entries, refused } = await importOf(
      { 'repo/skills/pdf/SKILL.md': skill('pdf', 'license: MIT\nmetadata:\n  tags: [Documents, "PDF"]\n') },
      'repo',
    );
    expect(refused).toEqual([]);
    expect(entries).toMatchObject([
      {
        id: 'skill:repo/pdf',
        kind: 'skill',
        name: 'pdf',
        summary: 'Works with pdf in Python.',
        licence: 'MIT',
        tags: ['documents', 'pdf', 'python'],
        context: { always: 8, used: 29 },
      },
    ]);
  });

  it('takes a single skill, by its folder or its file', async () => {
    expect((await importOf({ 'x/SKILL.md': skill('pdf') }, 'x/SKILL.md')).ids).toEqual(['skill:x/pdf']);
    expect((await importOf({ 'pdf/SKILL.md': skill('pdf') }, 'pdf')).ids).toEqual(['skill:pdf/pdf']);
  });

  it.each([
    ['without front matter', '# Hello\n', /no front matter/],
    ['with broken front matter', '---\nname: [\n---\n', /not valid YAML/],
    ['with aliases', '---\nname: &a x\ndescription: *a\n---\n', /not valid YAML: .*alias/i],
    ['with a list for front matter', '---\n- a\n---\n', /not a mapping/],
    ['without a description', '---\nname: bad\n---\n', /no description/],
    ['with a name that escapes', '---\nname: ../../etc\ndescription: x\n---\n', /its name is not/],
    ['with another name than its folder', skill('other'), /calls itself other, and its folder bad/],
    ['with terminal escapes', '---\nname: bad\ndescription: "a \\e[31m b"\n---\n', /control characters/],
    [
      'with a very long front matter',
      `---\nname: bad\ndescription: ${'x'.repeat(70_000)}\n---\n`,
      /longer than 64 KiB/,
    ],
  ])('refuses one %s, and goes on', async (_, content, why) => {
    const { ids, refused } = await importOf(
      { 'r/skills/bad/SKILL.md': content, 'r/skills/good/SKILL.md': skill('good') },
      'r',
    );
    expect(ids).toEqual(['skill:r/good']);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(why);
  });

  it('keeps hostile Markdown and HTML as plain words', async () => {
    const { entries } = await importOf(
      {
        'r/skills/a/SKILL.md':
          '---\nname: a\ndescription: "<script>alert(1)</script> [x](javascript:y)"\n---\n',
      },
      'r',
    );
    expect(entries[0]?.summary).toBe('<script>alert(1)</script> [x](javascript:y)');
  });

  it('cuts a description that is too long for a line', async () => {
    const { entries } = await importOf(
      { 'r/a/SKILL.md': `---\nname: a\ndescription: ${'word '.repeat(400)}\n---\n` },
      'r',
    );
    expect(entries[0]?.summary).toHaveLength(1024);
  });

  it('follows no link, reads no huge or binary file, and ends in circles', async () => {
    const folder = temporaryFolder({
      'out/SKILL.md': skill('out'),
      'r/skills/big/SKILL.md': skill('big'),
      'r/skills/bin/SKILL.md': 'x',
    });
    truncateSync(join(folder, 'r/skills/big/SKILL.md'), 5 << 20);
    writeFileSync(join(folder, 'r/skills/bin/SKILL.md'), Buffer.from([0xff, 0xfe]));
    symlinkSync(join(folder, 'out'), join(folder, 'r/skills/out'));
    mkdirSync(join(folder, 'r/skills/linked'));
    symlinkSync(join(folder, 'out/SKILL.md'), join(folder, 'r/skills/linked/SKILL.md'));
    symlinkSync('..', join(folder, 'r/skills/loop'));
    const { found } = await importPath(join(folder, 'r'));
    expect(found.entries).toEqual([]);
    expect(found.refused.map(({ why }) => why)).toEqual(['it is larger than 4 MiB', 'it is not valid UTF-8']);
  });

  it('does not go deeper than any tree of skills is', async () => {
    const { refused } = await importOf({ [`r/${'d/'.repeat(30)}SKILL.md`]: skill('a') }, 'r');
    expect(refused[0]).toMatch(/more than 24 folders deep/);
  });

  it('refuses a second one with the same id', async () => {
    const { ids, refused } = await importOf(
      { 'r/a/x/SKILL.md': skill('x'), 'r/b/x/SKILL.md': skill('x') },
      'r',
    );
    expect([ids, refused]).toEqual([['skill:r/x'], ['r/b/x/SKILL.md: its id skill:r/x is already taken']]);
  });

  it('says that a path is not there', async () => {
    await expect(importPath('/nowhere/at/all')).rejects.toMatchObject({ code: 'file_not_found' });
  });
});

describe('importing agents', () => {
  it('takes Markdown with front matter from folders called agents, nothing else', async () => {
    const { ids } = await importOf(
      {
        'r/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews code.\n---\n',
        'r/agents/deep/go-pro.md': '---\ndescription: Knows Go well.\n---\n',
        'r/agents/README.md': '---\nname: x\ndescription: y\n---\n',
        'r/agents/notes.md': '# notes\n',
        'r/docs/other.md': '---\nname: other\ndescription: x\n---\n',
      },
      'r',
    );
    expect(ids).toEqual(['agent:r/go-pro', 'agent:r/reviewer']);
  });

  it('takes a single file, and refuses one whose name is no text', async () => {
    expect((await importOf({ 'x/one.md': '---\ndescription: Helps.\n---\n' }, 'x/one.md')).ids).toEqual([
      'agent:x/one',
    ]);
    expect(
      (await importOf({ 'x/one.md': '---\nname: 3\ndescription: a\n---\n' }, 'x/one.md')).refused[0],
    ).toMatch(/name is not a text/);
    expect((await importOf({ 'x/one.md': 'plain\n' }, 'x/one.md')).refused[0]).toMatch(/no front matter/);
  });
});

describe('importing a marketplace', () => {
  const marketplace = (plugins: unknown) => JSON.stringify({ name: 'm', plugins });

  it('knows which plugin each skill and agent comes in', async () => {
    const { entries, refused } = await importOf(
      {
        'r/.claude-plugin/marketplace.json': marketplace([
          { name: 'office', source: './', skills: ['./skills/pdf'] },
          { name: 'web', source: './plugins/web' },
          { name: 'far', source: { source: 'github', repo: 'x/y' } },
        ]),
        'r/skills/pdf/SKILL.md': skill('pdf'),
        'r/plugins/web/agents/dev.md': '---\nname: dev\ndescription: Builds pages.\n---\n',
        'r/skills/free/SKILL.md': skill('free'),
      },
      'r',
    );
    expect(entries.map(({ id, bundle }) => [id, bundle])).toEqual([
      ['agent:r/dev', 'web'],
      ['skill:r/free', undefined],
      ['skill:r/pdf', 'office'],
    ]);
    expect(refused).toEqual([
      'r/.claude-plugin/marketplace.json#2: far is elsewhere, and ctx fetches nothing',
    ]);
  });

  it.each([
    ['that is broken', '{', /not valid JSON/],
    ['without plugins', '{}', /lists no plugins/],
    ['with a plugin that is no object', marketplace(['x']), /not an object/],
    ['with a plugin without a name', marketplace([{ source: './' }]), /name is missing/],
    [
      'that points out of the tree',
      marketplace([{ name: 'a', source: '../../etc' }]),
      /points out of the tree/,
    ],
    [
      'whose parts point out of the tree',
      marketplace([{ name: 'a', source: './', skills: ['/etc', 3] }]),
      /points out of the tree/,
    ],
  ])('%s is refused', async (_, content, why) => {
    const { refused } = await importOf({ 'r/marketplace.json': content }, 'r');
    expect(refused[0]).toMatch(why);
  });
});

describe('importing the catalog’s own lines', () => {
  it('takes each that fits, with its relations', async () => {
    const lines = [
      JSON.stringify(smallEntry('skill:a/b', { with: ['mcp:a/c'] })),
      '',
      '3',
      '{',
      JSON.stringify({ id: 'x' }),
    ];
    const { ids, refused } = await importOf({ 'a.jsonl': lines.join('\n') }, 'a.jsonl');
    expect([ids, refused.length]).toEqual([['skill:a/b'], 3]);
  });
});
