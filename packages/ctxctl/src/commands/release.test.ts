import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../../ctx/test/built.js';
import { temporaryFolder, writeFiles } from '../../../ctx/test/folder.js';
import { fileSteps } from '../release/checked-files.js';
import { conductRelease } from '../release/conduct.js';
import { contractSteps } from '../release/held-contracts.js';
import type { ReleaseStep } from '../release/step.js';

const manifest = (version: string) => JSON.stringify({ version });
const withoutOwner = JSON.stringify({
  version: '1.2.3',
  repository: { url: 'git+https://github.com/OWNER/ctx.git' },
});

function checkout(files: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder({
    'package.json': JSON.stringify({
      version: '1.2.3',
      repository: { type: 'git', url: 'git+https://example.com/acme/ctx.git' },
    }),
    'packages/ctx/package.json': manifest('1.2.3'),
    'packages/ctxctl/package.json': manifest('1.2.3'),
    'package-lock.json': JSON.stringify({
      packages: { 'packages/ctx': { version: '1.2.3' }, 'packages/ctxctl': { version: '1.2.3' } },
    }),
    'CHANGELOG.md': '# Changelog\n\n## 1.2.3 (2026-11-18)\n\n- Something.\n',
    'README.md': 'Install it with npm.\n',
    'docs/install.md': 'Install it with npm.\n',
    ...files,
  });
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
      cwd: root,
      env: cleanEnvironment(root),
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'All of it');
  return root;
}

interface Tried {
  readonly tag?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly skip?: readonly string[];
  readonly steps?: readonly ReleaseStep[];
}

async function tried(root: string, { tag, env = {}, skip = [], steps = fileSteps }: Tried = {}) {
  const told: string[] = [];
  const { steps: concluded } = await conductRelease({
    root,
    tag,
    skip,
    steps,
    env: { ...cleanEnvironment(root), ...env },
    signal: new AbortController().signal,
    tell: ({ name }) => told.push(name),
  });
  expect(told).toEqual(concluded.map(({ name }) => name));
  return Object.fromEntries(
    concluded.map(({ name, verdict, problems, notes }) => [name, { verdict, says: [...problems, ...notes] }]),
  );
}

describe('a release', () => {
  it('passes where everything agrees', async () => {
    const passed = { verdict: 'passed', says: [] };
    expect(await tried(checkout(), { tag: 'v1.2.3', env: { GITHUB_REPOSITORY: 'acme/ctx' } })).toEqual({
      version: passed,
      changelog: passed,
      address: passed,
      pages: passed,
      tree: passed,
    });
  });

  it.each([
    ['another version in a package', 'version', { 'packages/ctx/package.json': manifest('1.2.2') }, {}],
    ['another version in the lock file', 'version', { 'package-lock.json': '{"packages":{}}' }, {}],
    ['a tag of another version', 'version', {}, { tag: 'v1.2.4' }],
    ['no section of the changelog', 'changelog', { 'CHANGELOG.md': '## 1.2.2 (2026-01-01)\n\n- Old.\n' }, {}],
    ['an empty section', 'changelog', { 'CHANGELOG.md': '## 1.2.3 (2026-01-01)\n\n## 1.2.2\n- Old.\n' }, {}],
    [
      'an undated section of a tag',
      'changelog',
      { 'CHANGELOG.md': '## 1.2.3 (unreleased)\n\n- New.\n' },
      { tag: 'v1.2.3' },
    ],
    ['another repository', 'address', {}, { env: { GITHUB_REPOSITORY: 'evil/ctx' } }],
    ['a repository without an owner', 'address', { 'package.json': withoutOwner }, { tag: 'v1.2.3' }],
    ['a page that is behind', 'pages', { 'README.md': 'It is not on npm yet.\n' }, { tag: 'v1.2.3' }],
  ] as const)('fails for %s, and runs nothing behind it', async (_, step, files, how) => {
    const found = await tried(checkout(files), how);
    expect(found[step]?.verdict).toBe('failed');
    expect(found[step]?.says.join()).toMatch(/\w/);
    const behind = Object.entries(found).slice(Object.keys(found).indexOf(step) + 1);
    for (const [, { verdict, says }] of behind)
      expect([verdict, says]).toEqual(['not_run', [`${step} failed`]]);
  });

  it('fails for what is not committed', async () => {
    const root = checkout();
    writeFileSync(join(root, 'CHANGELOG.md'), '## 1.2.3 (2026-11-18)\n\n- Something else.\n');
    expect((await tried(root))['tree']).toEqual({
      verdict: 'failed',
      says: ['1 files are not committed: CHANGELOG.md'],
    });
  });

  it('notes what is open before there is a tag', async () => {
    const files = {
      'CHANGELOG.md': '## 1.2.3 (unreleased)\n\n- New.\n',
      'package.json': withoutOwner,
    };
    const found = await tried(checkout(files));
    expect(found['changelog']).toMatchObject({ verdict: 'passed', says: [expect.stringContaining('date')] });
    expect(found['address']).toMatchObject({ verdict: 'passed', says: [expect.stringContaining('OWNER')] });
  });

  it('needs no owner in package.json where the workflow knows its repository', async () => {
    const root = checkout({ 'package.json': withoutOwner });
    const env = { GITHUB_REPOSITORY: 'acme/ctx' };
    const found = await tried(root, { tag: 'v1.2.3', env });
    expect(found['address']).toMatchObject({
      verdict: 'passed',
      says: ['the packages will name github.com/acme/ctx, where this runs'],
    });
    expect((await tried(root, { tag: 'v1.2.3' }))['address']).toMatchObject({ verdict: 'failed' });
  });

  it('says what it left out, and what it cannot do here', async () => {
    const elsewhere: ReleaseStep = { name: 'moon', proves: 'it works there', notHere: 'it needs the moon' };
    const found = await tried(checkout(), { skip: ['tree'], steps: [...fileSteps, elsewhere] });
    expect(found['tree']).toEqual({ verdict: 'not_run', says: ['it was left out with --skip'] });
    expect(found['moon']).toEqual({ verdict: 'not_run', says: ['it needs the moon'] });
  });

  it.each(['1.2.3', '1.2.3-rc.1'])('would publish %s: npm itself has nothing against it', async (version) => {
    const pack: ReleaseStep = {
      name: 'pack',
      proves: 'there is a tarball',
      look: ({ place, tarballs }) => {
        writeFiles(place, { 'own/package.json': JSON.stringify({ name: 'own-tool', version }) });
        const env = cleanEnvironment(place);
        execFileSync('npm', ['pack', '--ignore-scripts'], { cwd: join(place, 'own'), env, stdio: 'ignore' });
        const file = join(place, 'own', `own-tool-${version}.tgz`);
        tarballs.push({ name: 'own-tool', version, file, bytes: 0, files: [], programs: [] });
        return { problems: [] };
      },
    };
    const publish = contractSteps.filter(({ name }) => name === 'publish');
    const found = await tried(checkout(), { steps: [pack, ...publish] });
    expect(found['publish']).toEqual({ verdict: 'passed', says: [] });
  });
});
