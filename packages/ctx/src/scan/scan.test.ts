import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { json, namesIn, scanOf } from '../../test/scanned.js';
import { scanRepository } from './scan.js';

describe('a scan is not fooled', () => {
  it('by google.com, which is not Go', async () => {
    expect(
      await namesIn({ 'a.js': "fetch('https://google.com')\n", 'README.md': 'go to google.com' }),
    ).toEqual(['javascript']);
  });

  it('by helmet, which is not Kubernetes', async () => {
    expect(await namesIn({ 'package.json': json({ dependencies: { helmet: '7' } }) })).toEqual(['node.js']);
  });

  it('by .rspec, which is not Rust', async () => {
    expect(await namesIn({ '.rspec': '--color\n' })).toEqual(['rspec']);
  });

  it('by vendored code, fixtures, and what only other packages need', async () => {
    const react = json({ dependencies: { react: '19' } });
    const files = {
      'node_modules/a/package.json': react,
      'vendor/b/package.json': react,
      'test/fixtures/c/package.json': react,
    };
    expect(await namesIn(files)).toEqual([]);
  });

  it('by examples: they are packages of their own, not what the repository is', async () => {
    const scan = await scanOf({
      'go.mod': 'module a\n',
      'examples/web/package.json': json({ name: 'w', dependencies: { react: '19' } }),
    });
    expect(scan.findings.map(({ name }) => name)).toEqual(['go', 'go-modules']);
    expect(scan.packages.map(({ path, aside }) => [path, aside])).toEqual([
      ['.', false],
      ['examples/web', true],
    ]);
    expect(await namesIn({ 'examples/a/go.mod': 'module a\n' })).toContain('go');
  });

  it('by build files in another language, minified code and a Kotlin build of Java', async () => {
    const files = {
      'build.gradle.kts': 'plugins {\n  java\n}\n',
      'vite.config.ts': 'x',
      'a.min.js': 'x',
      'b.d.ts': 'x',
    };
    expect(await namesIn(files)).toEqual(['gradle', 'java']);
  });

  it('by lock files that are something else', async () => {
    const scan = await scanOf({ 'yarn.lock': 'hello', 'poetry.lock': 'hello' });
    expect(scan.findings).toEqual([]);
    expect(scan.notes.map(({ file }) => file)).toEqual(['poetry.lock', 'yarn.lock']);
  });
});

describe('the evidence of a finding', () => {
  it('names the file and the key or the line, and the strongest comes first', async () => {
    const { findings } = await scanOf({
      'package.json': json({ devDependencies: { react: '19' } }),
      'apps/web/package.json': json({ dependencies: { react: '^19' } }),
      'requirements.txt': 'numpy\nfastapi==0.115\n',
    });
    const of = (name: string) => findings.find((finding) => finding.name === name);
    expect(of('react')).toMatchObject({
      category: 'framework',
      confidence: 1,
      evidence_count: 2,
      evidence: [
        { file: 'apps/web/package.json', key: 'dependencies.react', value: '^19' },
        { file: 'package.json', key: 'devDependencies.react', value: '19' },
      ],
    });
    expect(of('fastapi')?.evidence).toEqual([{ file: 'requirements.txt', line: 2, value: 'fastapi==0.115' }]);
  });

  it('is cut to five, with the number of all', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((i) => [`p${i}/Dockerfile`, 'FROM a\n']));
    const docker = (await scanOf(files)).findings.find(({ name }) => name === 'docker');
    expect([docker?.evidence.length, docker?.evidence_count]).toEqual([5, 7]);
  });

  it('gives languages the number of files, and more of them more confidence', async () => {
    const { findings } = await scanOf({ 'b.py': '', 'a.py': '', 'c.py': '', 'x.lua': '' });
    expect(findings.map(({ name, confidence, evidence }) => [name, confidence, evidence[0]])).toEqual([
      ['python', 0.8, { file: 'a.py', key: '*.py', value: '3 files' }],
      ['lua', 0.6, { file: 'x.lua', key: '*.lua', value: '1 file' }],
    ]);
  });

  it('is the same in every run', async () => {
    const folder = temporaryFolder({
      'package.json': json({ dependencies: { vue: '3', pg: '1' } }),
      'b/go.mod': 'module b\n',
      'a/Cargo.toml': '[package]\nname = "a"\n',
    });
    expect(JSON.stringify(await scanRepository(folder, undefined))).toBe(
      JSON.stringify(await scanRepository(folder, undefined)),
    );
  });
});

describe('each package of a monorepo', () => {
  it('shows its own findings and languages', async () => {
    const { packages } = await scanOf({
      'package.json': json({ name: 'all', workspaces: ['packages/*'] }),
      'packages/api/package.json': json({ name: 'api', dependencies: { koa: '2' } }),
      'packages/api/src/a.ts': '',
      'packages/job/pyproject.toml': '[project]\nname = "job"\ndependencies = ["celery"]\n',
      'packages/job/job.py': '',
    });
    expect(
      packages.map(({ path, name, findings }) => [path, name, findings.map((finding) => finding.name)]),
    ).toEqual([
      ['.', 'all', ['node.js', 'npm-workspaces', 'monorepo']],
      ['packages/api', 'api', ['typescript', 'koa', 'node.js', 'web-service']],
      ['packages/job', 'job', ['python', 'celery']],
    ]);
  });
});
