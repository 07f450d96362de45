import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { json, namesIn, scanOf } from '../../test/scanned.js';
import { scanRepository } from './scan.js';

describe('bad input', () => {
  it('a folder that is not there is a failure with its name', async () => {
    await expect(scanRepository('/nowhere/at/all', undefined)).rejects.toMatchObject({
      code: 'folder_missing',
    });
    const file = join(temporaryFolder({ a: '' }), 'a');
    await expect(scanRepository(file, undefined)).rejects.toMatchObject({ code: 'folder_missing' });
  });

  it('broken JSON, TOML and YAML become notes, and the rest is still found', async () => {
    const { findings, notes } = await scanOf({
      'package.json': '{"name": ',
      'pyproject.toml': '[project\n',
      'docker-compose.yml': 'services: [\n',
      'Cargo.toml': 'x = 1\n',
      'pom.xml': '<project><a></project>',
      'x.csproj': 'nothing',
      'pubspec.yaml': 'version: 1\n',
      'go.mod': 'go 1.22\n',
      Gemfile: "gem 'rails'\n",
      'sub/package.json': '[]',
      'Chart.yaml': 'a: 1\n',
      '.github/workflows/x.yml': 'name: x\n',
    });
    expect(findings.map(({ name }) => name)).toContain('rails');
    expect(notes.map(({ file }) => file)).toEqual([
      '.github/workflows/x.yml',
      'Cargo.toml',
      'Chart.yaml',
      'docker-compose.yml',
      'go.mod',
      'package.json',
      'pom.xml',
      'pubspec.yaml',
      'pyproject.toml',
      'sub/package.json',
      'x.csproj',
    ]);
  });

  it('a YAML bomb is refused', async () => {
    const lines = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'
        .split('')
        .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
      'services: *i',
    ];
    const { findings, notes } = await scanOf({ 'docker-compose.yml': `${lines.join('\n')}\n` });
    expect(findings).toEqual([]);
    expect(notes[0]?.problem).toMatch(/alias/i);
  });

  it('deep nesting in a document is refused before a parser’s stack is', async () => {
    const deep = 100_000;
    const { notes } = await scanOf({
      'package.json': '{"a":'.repeat(deep),
      'pyproject.toml': `a = ${'['.repeat(deep)}`,
      'compose.yml': `services: ${'['.repeat(deep)}`,
    });
    expect(notes.map(({ file }) => file)).toEqual(['compose.yml', 'package.json', 'pyproject.toml']);
  });

  it.each([
    [
      'a provider without a name',
      'serverless.yml',
      `provider:\n${'    runtime: x\n'.repeat(60)}functions: {}\n`,
    ],
    ['blank lines', 'docker-compose.yml', `services:\n${'\n'.repeat(1_000_000)}`],
    ['blank lines before nothing', 'build.gradle', '\n'.repeat(1_000_000)],
    ['comments that never end', 'build.gradle', '/* '.repeat(1_000_000)],
    ['spaces before nothing', 'build.gradle', `implementation ${' '.repeat(1_000_000)}`],
    ['spaces within a list', 'pnpm-workspace.yaml', `packages:\n  - a${' '.repeat(1_000_000)}b\n`],
    ['spaces behind a word', 'Gemfile', `gem ${' '.repeat(1_000_000)}x`],
  ])('a million %s do not hold the scan up: %s', async (_, file, text) => {
    expect((await scanOf({ [file]: text })).files.count).toBe(1);
  });

  it('says the lines as they are, comments and blank lines before them counted', async () => {
    const gradle = '\n\n// a\n/* b\n*/ implementation "io.ktor:ktor-server:3"\n';
    const { findings } = await scanOf({ 'build.gradle': gradle });
    expect(findings.find(({ name }) => name === 'ktor')?.evidence).toMatchObject([{ line: 5 }]);
  });

  it('a manifest whose kind is empty is none', async () => {
    expect(await namesIn({ 'k8s/a.yaml': 'apiVersion: v1\nkind:\nmetadata: {}\n' })).toEqual([]);
  });

  it('XML that opens a comment a million times over is a note, at once', async () => {
    const folder = temporaryFolder({
      'pom.xml': '<!--'.repeat(1_000_000),
      'b/pom.xml': '<a b="'.repeat(600_000),
    });
    const { notes } = await scanRepository(folder, undefined);
    expect(notes.map(({ problem }) => problem)).toEqual(['not a Maven project', 'not a Maven project']);
  });

  it('a lock file of 200 MB is read by its head only', async () => {
    const folder = temporaryFolder({ 'package-lock.json': '{"lockfileVersion": 3, "packages": {' });
    truncateSync(join(folder, 'package-lock.json'), 200 * 2 ** 20);
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings.map(({ name }) => name)).toEqual(['npm']);
    expect(notes).toEqual([{ file: 'package-lock.json', problem: 'larger than 4 MiB; not read' }]);
  });

  it('a manifest that is too large or binary is not read, with a note', async () => {
    const folder = temporaryFolder({ 'requirements.txt': 'fastapi\n', 'go.mod': 'module a\0\n' });
    truncateSync(join(folder, 'requirements.txt'), 5 << 20);
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings).toEqual([]);
    expect(notes.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining(['not a text file', 'larger than 4 MiB; not read']),
    );
  });

  it('no symbolic link is followed out of the folder, and circles end', async () => {
    const outside = temporaryFolder({
      'package.json': json({ dependencies: { react: '19' } }),
      'go.mod': 'module out\n',
    });
    const folder = temporaryFolder({ 'docs/AGENTS.md': '# a\n' });
    symlinkSync(join(outside, 'package.json'), join(folder, 'package.json'));
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync('Cargo.toml', join(folder, 'Cargo.toml'));
    symlinkSync('.', join(folder, 'self'));
    symlinkSync('docs/AGENTS.md', join(folder, 'CLAUDE.md'));
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings.map(({ name }) => name)).toEqual(['agents-md', 'claude-code']);
    expect(notes).toEqual([
      { file: 'Cargo.toml', problem: 'cannot be read: symbolic links go round in circles' },
      { file: 'package.json', problem: 'a symbolic link that leads out of the repository; not followed' },
    ]);
  });

  it('a pipe with the name of a manifest does not hold the scan up', async () => {
    const folder = temporaryFolder({ '.git/HEAD': 'x' });
    spawnSync('mkfifo', [join(folder, 'package.json')]);
    expect((await scanRepository(folder, undefined)).findings).toEqual([]);
  });

  it('folders a thousand deep are walked', async () => {
    const folder = temporaryFolder();
    const deep = join(folder, 'd/'.repeat(1000));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'a.py'), '');
    const { findings, files } = await scanRepository(folder, undefined);
    expect([findings.map(({ name }) => name), files.count]).toEqual([['python'], 1]);
  });

  it('more manifests than anybody would read are cut, nearest the top first', async () => {
    const folder = temporaryFolder({ 'z/z/z/z/go.mod': 'module a\n', 'p/x.tf': '' });
    for (let i = 1; i < 10_000; i++) writeFileSync(join(folder, 'p', `${i}.tf`), '');
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings).toEqual([]);
    expect(notes).toEqual([{ file: '.', problem: '10001 files to read; the 10000 nearest the top were' }]);
  });
});
