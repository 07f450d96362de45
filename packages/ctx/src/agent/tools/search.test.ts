import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../../test/called-tool.js';
import { temporaryFolder } from '../../../test/folder.js';
import { grepTool } from './grep.js';
import { pathMatcherOf } from './path-glob.js';

const files = {
  'src/a.ts': 'const one = 1;\nconst two = 2;\n',
  'src/deep/b.ts': 'export const One = 1;\r\n',
  'src/deep/c.js': 'one',
  'README.md': '# One\n',
  'dist/out.js': 'one',
  '.gitignore': 'dist/\n',
};

const outputOf = async (root: string, tool: string, input: object) =>
  (await callTool(root, tool, input)).output;

describe('a pattern on paths', () => {
  it.each([
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/x/y/a.ts', true],
    ['src/**', 'src/x/y', true],
    ['**/x/**/y', 'a/x/y', true],
    ['./src/?.ts', 'src/a.ts', true],
    ['*.{ts,js}', 'x/a.js', true],
    ['*.{ts,{m,c}js}', 'x/a.cjs', true],
    ['{src,lib}/{a,b}.ts', 'lib/b.ts', true],
    ['[a-c].ts', 'b.ts', true],
    ['[!a-c].ts', 'b.ts', false],
    ['[]x].ts', '].ts', true],
    ['\\*.ts', '*.ts', true],
    ['\\*.ts', 'a.ts', false],
    ['a[b', 'a[b', true],
    ['*a*b*c', 'xaxbxc', true],
  ])('%j and %j: %j', (pattern, path, matches) => {
    expect(pathMatcherOf(pattern)(path)).toBe(matches);
  });

  it('is refused where it has too many alternatives', () => {
    expect(() => pathMatcherOf('{a,b}'.repeat(20))).toThrow('too many alternatives');
    expect(() => pathMatcherOf('a'.repeat(5000))).toThrow('too long');
  });

  it('ends soon, however it is built', () => {
    const path = `${'a/'.repeat(500)}${'a'.repeat(2000)}`;
    expect(pathMatcherOf(`${'**/'.repeat(300)}${'*a'.repeat(200)}b`)(path)).toBe(false);
  });
});

describe('glob', () => {
  it('lists the files that match, in order, without what git ignores', async () => {
    const root = temporaryFolder(files);
    expect(await outputOf(root, 'glob', { pattern: '*.{js,ts}' })).toBe(
      'src/a.ts\nsrc/deep/b.ts\nsrc/deep/c.js\n',
    );
    expect(await outputOf(root, 'glob', { pattern: '*.ts', path: 'src/deep' })).toBe('src/deep/b.ts\n');
    expect(await outputOf(root, 'glob', { pattern: 'nothing' })).toBe('No file matches.');
    expect(await outputOf(root, 'glob', { pattern: '*', path: '..' })).toBe('.. is outside the workspace.');
  });
});

describe('grep', () => {
  it('finds lines with their places', async () => {
    const root = temporaryFolder(files);
    expect(await outputOf(root, 'grep', { pattern: '\\bone\\b', ignore_case: true })).toBe(
      'README.md:1: # One\nsrc/a.ts:1: const one = 1;\nsrc/deep/b.ts:1: export const One = 1;\nsrc/deep/c.js:1: one\n',
    );
    expect(await outputOf(root, 'grep', { pattern: '^const', glob: 'src/*.ts' })).toBe(
      'src/a.ts:1: const one = 1;\nsrc/a.ts:2: const two = 2;\n',
    );
    expect(await outputOf(root, 'grep', { pattern: '\\p{Lu}ne', path: 'src' })).toBe(
      'src/deep/b.ts:1: export const One = 1;\n',
    );
    expect(await outputOf(root, 'grep', { pattern: 'nothing' })).toBe('No line matches.');
  });

  it('says when there is more, and shortens long lines around the match', async () => {
    const root = temporaryFolder({
      'a.txt': 'x\n'.repeat(1000),
      'b.txt': `${'-'.repeat(5000)}needle${'-'.repeat(5000)}`,
    });
    expect(await outputOf(root, 'grep', { pattern: 'x', limit: 2 })).toBe(
      'a.txt:1: x\na.txt:2: x\n[more than 2 lines match; the rest was not searched]\n',
    );
    expect(await outputOf(root, 'grep', { pattern: 'needle' })).toMatch(/^b\.txt:1: …-{100}needle-{294}…\n$/);
  });

  it('leaves out what is no text, and never follows a link', async () => {
    const outside = temporaryFolder({ 'secret.txt': 'needle' });
    const root = temporaryFolder({ bytes: 'needle\0' });
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link'));
    symlinkSync(outside, join(root, 'folder'));
    expect(await outputOf(root, 'grep', { pattern: 'needle' })).toBe('No line matches.');
    expect(await outputOf(root, 'grep', { pattern: 'needle', path: 'folder' })).toBe(
      'folder is outside the workspace.',
    );
  });

  it('gives up on a pattern that would take for ever', async () => {
    const root = temporaryFolder({ 'a.txt': `${'a'.repeat(60)}!` });
    const answer = await callTool(root, 'grep', { pattern: '^(a+)+$' });
    expect(answer).toMatchObject({
      is_error: true,
      output: expect.stringContaining('The pattern takes too long'),
    });
  });

  it.each([
    ['counts nested in counts', '(((a{1000}){1000}){1000})'],
    ['choices nested in counts', '(?:(?:(?:a|b){1000}){1000}){1000}x'],
    ['a star for every character', `${'[^x]*'.repeat(500)}x`],
  ])('ends with an answer on a line of 5 MB and a pattern with %s', async (_, pattern) => {
    const root = temporaryFolder({ 'a.txt': 'a'.repeat(5 << 20) });
    const { output } = await callTool(root, 'grep', { pattern });
    expect(output).toMatch(/^(?:No line matches\.|The pattern takes too long)/);
  });

  it('gives up on a search that takes too long altogether', async () => {
    const root = temporaryFolder({ 'a.txt': `${'a'.repeat(99)}\n`.repeat(10_000) });
    const tool = grepTool(root, undefined, undefined, 0);
    const never = new AbortController().signal;
    const judge = () => ({ allowed: true }) as const;
    const outcome = await tool.run({ pattern: 'b' }, { signal: never, kill: never, judge, guarded: false });
    expect(outcome).toMatchObject({
      is_error: true,
      output: expect.stringContaining('The search was given up'),
    });
  });

  it('says what is wrong with a pattern', async () => {
    const answer = await callTool(temporaryFolder(), 'grep', { pattern: '(' });
    expect(answer).toMatchObject({
      is_error: true,
      output: expect.stringContaining('not a regular expression'),
    });
  });
});

describe('list', () => {
  it('shows folders, files with their sizes, and where links lead', async () => {
    const root = temporaryFolder({ 'b.txt': 'four', 'folder/x': '' });
    symlinkSync('b.txt', join(root, 'a-link'));
    writeFileSync(join(root, 'two\nlines'), '');
    expect(await outputOf(root, 'list', {})).toBe('a-link -> b.txt\nb.txt  4\nfolder/\n"two\\nlines"  0\n');
    expect(await outputOf(root, 'list', { path: 'folder' })).toBe('x  0\n');
    mkdirSync(join(root, 'empty'));
    expect(await outputOf(root, 'list', { path: 'empty' })).toBe('(empty)');
    expect(await outputOf(root, 'list', { path: 'b.txt' })).toBe('b.txt has a part that is not a folder.');
    expect(await outputOf(root, 'list', { path: '/' })).toBe('/ is outside the workspace.');
  });
});
