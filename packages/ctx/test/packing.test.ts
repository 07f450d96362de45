import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { manifestOf, packageFolders, writeAddress } from '../../../scripts/generate/manifests.js';
import { pictured, picturedTranscript } from '../../../scripts/screenshots/pictured-transcript.js';
import { commands } from '../src/commands/index.js';
import type { Verification } from '../src/evidence/verify-entry.js';
import type * as Published from '../types/verify.js';
import { cleanEnvironment, repository, runBuilt, runFile } from './built.js';
import { temporaryFolder, writeFiles } from './folder.js';
import { type Packed, pack } from './packed.js';
import { recordSession } from './recorded-session.js';
import { jsonOf } from './scripted.js';

let packed: Packed;

beforeAll(() => {
  packed = pack('ctx', mkdtempSync(join(tmpdir(), 'ctx-packed-')));
});

afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

describe('the package ctx-cli', () => {
  it('holds the program and nothing of ctxctl, of the sources or of the tests; installs and runs alone', async () => {
    const { folder, name, files, tarball } = packed;
    expect(name).toBe('ctx-cli');
    expect(files).toContain('dist/ctx.cjs');
    expect(files).toContain('dist/schemas/commands.json');
    expect(files).toContain('dist/THIRD-PARTY-LICENSES.txt');
    expect(files.filter((path) => path.startsWith('dist/compiled'))).toEqual([]);
    const besides = files.filter((path) => !path.startsWith('dist/'));
    expect(besides.toSorted()).toEqual(['LICENSE', 'README.md', 'man/ctx.1', 'package.json']);
    expect(files).toContain('dist/docs/policy.md');
    expect(files.filter((path) => /ctxctl|(?<!\.d)\.ts$|(?<!at)test|fixture|\.map$/.test(path))).toEqual([]);
    for (const path of files.filter((each) => each.endsWith('.cjs'))) {
      const code = readFileSync(join(folder, 'package', path), 'utf8');
      expect(code, path).not.toMatch(/demand_log|opt-out-demand-log|governance/);
    }

    execFileSync('tar', ['-xzf', tarball, '-C', folder, '--one-top-level=installed', '--strip-components=1']);
    const answer = await runFile(process.execPath, [join(folder, 'installed/dist/ctx.cjs'), '--version'], {
      cwd: folder,
    });
    expect(answer).toEqual({ exitCode: 0, stdout: `ctx ${manifest.version}\n`, stderr: '' });
  });
});

describe('its README.md', () => {
  const readme = readFileSync(join(repository, 'packages/ctx/README.md'), 'utf8');
  const blocks = (language: string) =>
    [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

  it('shows files and commands that work', async () => {
    const files = blocks('yaml').map((text) => [/^# (\S+)/.exec(text)?.[1] ?? '', text]);
    const cwd = temporaryFolder(Object.fromEntries(files));
    const transcript = `.claude/projects/${cwd.replace(/[^a-zA-Z0-9]/g, '-')}/${pictured}.jsonl`;
    const env = cleanEnvironment(temporaryFolder({ [transcript]: picturedTranscript(cwd) }));
    const lines = blocks('sh').flatMap((text) => text.trim().split('\n'));
    const calls = lines.filter((line) => line.startsWith('ctx '));
    expect(calls).toHaveLength(7);
    for (const call of calls) {
      const { exitCode, stderr } = await runBuilt('ctx', call.split(' ').slice(1), { cwd, env });
      expect({ call, exitCode, stderr }).toMatchObject({ exitCode: 0 });
    }
    expect(readdirSync(join(cwd, 'report'))).toContain('index.html');
  });

  it('names commands that there are, and links to nothing outside the package', () => {
    const named = [...readme.matchAll(/`ctx ([a-z-]+)/g)].map(([, word = '']) => word);
    const words = new Set(Object.keys(commands).flatMap((name) => [name, name.split(' ')[0]]));
    expect(named.filter((word) => word !== 'help' && !words.has(word))).toEqual([]);
    expect([...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target)).toEqual(['LICENSE']);
  });
});

it.each(['ctx', 'ctx-hook', 'ctxctl', 'ctxctl-relay'])('npm links %s in a checkout', (program) => {
  const linked = join(repository, 'node_modules/.bin', program);
  expect(readlinkSync(linked)).toMatch(/^\.\.\/(ctx-cli|ctxctl)\/dist\//);
});

it('has the licence of the repository, in both packages', () => {
  const text = (path: string) => readFileSync(join(repository, path), 'utf8');
  for (const own of ['packages/ctx/LICENSE', 'packages/ctxctl/LICENSE'])
    expect(text(own)).toBe(text('LICENSE'));
});

it.each(['ctx', 'ctxctl'])('says where %s comes from, in the words of the repository', (name) => {
  const read = (path: string) => JSON.parse(readFileSync(join(repository, path), 'utf8'));
  const [own, root] = [read(`packages/${name}/package.json`), read('package.json')];
  expect(own).toMatchObject({
    version: root.version,
    license: 'Apache-2.0',
    keywords: expect.arrayContaining(['coding-agent']),
    man: [`./man/${name}.1`],
  });
  expect(own).not.toHaveProperty('dependencies');
  expect(own).not.toHaveProperty('private');
  for (const script of ['preinstall', 'install', 'postinstall'])
    expect(own.scripts).not.toHaveProperty(script);
});

it.each(['ctx', 'ctxctl'])(
  'names the address of %s once the repository has an owner, and none before',
  (name) => {
    const folder = `packages/${name}`;
    const place = (owner: string) => {
      const url = `git+https://github.com/${owner}/ctx.git`;
      const root = { version: '1.2.3', license: 'Apache-2.0', engines: {}, repository: { type: 'git', url } };
      const stale = { name, homepage: 'https://example.com' };
      return temporaryFolder({
        'package.json': JSON.stringify(root),
        [`${folder}/package.json`]: JSON.stringify(stale),
      });
    };
    const addressed = (owner: string) => JSON.parse(manifestOf(place(owner), folder));
    expect(addressed('somebody')).toMatchObject({
      repository: { url: 'git+https://github.com/somebody/ctx.git', directory: folder },
      homepage: 'https://github.com/somebody/ctx#readme',
      bugs: 'https://github.com/somebody/ctx/issues',
    });
    expect(JSON.stringify(addressed('OWNER'))).not.toContain('http');
    expect(readFileSync(join(repository, folder, 'package.json'), 'utf8')).not.toContain('OWNER');
  },
);

it('npm run address says in both packages where the repository is, and refuses what is no repository', () => {
  const paths = ['package.json', ...packageFolders.map((folder) => `${folder}/package.json`)];
  const text = (path: string) => readFileSync(join(repository, path), 'utf8');
  const root = temporaryFolder(Object.fromEntries(paths.map((path) => [path, text(path)])));
  writeAddress(root, 'somebody/ctx');
  for (const folder of packageFolders) {
    const {
      repository: address,
      homepage,
      bugs,
      ...own
    } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    expect({ address, homepage, bugs }).toEqual({
      address: { type: 'git', url: 'git+https://github.com/somebody/ctx.git', directory: folder },
      homepage: 'https://github.com/somebody/ctx#readme',
      bugs: 'https://github.com/somebody/ctx/issues',
    });
    expect(JSON.parse(text(`${folder}/package.json`))).toMatchObject(own);
  }
  for (const name of ['', 'ctx', 'a/b/c', '../x', 'a/b?x', '-a/b', 'https://github.com/a/b'])
    expect(() => writeAddress(root, name), name).toThrow(TypeError);
});

describe('the library ctx-cli/verify', () => {
  it('is imported and required from an install, needs nothing else, and says what ctx verify says', async () => {
    const { cwd, path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const place = join(cwd, 'node_modules/ctx-cli');
    mkdirSync(place, { recursive: true });
    execFileSync('tar', ['-xzf', packed.tarball, '-C', place, '--strip-components=1']);
    const call = `console.log(JSON.stringify(verify(${JSON.stringify(path)})));`;
    writeFiles(cwd, {
      'a.mjs': `import { verify } from 'ctx-cli/verify'; ${call}`,
      'b.cjs': `const { verify } = require('ctx-cli/verify'); ${call}`,
      'c.mjs': `import { verify } from 'ctx-cli/verify'; try { verify('/nowhere'); } catch (error) { console.log(error.code); }`,
      'd.mts': `import { verify, type FindingCode } from 'ctx-cli/verify'; const codes: FindingCode[] = verify('x').findings.map(({ code }) => code); console.log(codes);`,
    });
    const expected = (await jsonOf(['verify', 's'], { cwd })).data;
    for (const file of ['a.mjs', 'b.cjs']) {
      const { stdout, stderr } = await runFile(process.execPath, [file], { cwd });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual(expected);
    }
    expect((await runFile(process.execPath, ['c.mjs'], { cwd })).stdout).toBe('session_unknown\n');
    const tsc = [
      join(repository, 'node_modules/typescript/bin/tsc'),
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
    ];
    const lib = ['--types', 'node', '--typeRoots', join(repository, 'node_modules/@types'), 'd.mts'];
    expect(await runFile(process.execPath, [...tsc, ...lib], { cwd })).toMatchObject({
      stdout: '',
      exitCode: 0,
    });
  });

  it('has the types that its source has', () => {
    const published: (result: Verification) => Published.Verification = (result) => result;
    const own: (result: Published.Verification) => Verification = (result) => result;
    expect([published, own]).toHaveLength(2);
  });
});

describe('its package.json', () => {
  let manifest: Readonly<Record<string, unknown>> = {};
  beforeAll(() => {
    manifest = JSON.parse(readFileSync(join(repository, 'packages/ctx/package.json'), 'utf8'));
  });

  it('has no dependencies, so that an install brings nothing else', () => {
    for (const key of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundleDependencies'])
      expect(Object.keys(manifest[key] ?? {})).toEqual([]);
  });

  it('has no script that npm runs when somebody installs it; prepare runs in a checkout only', () => {
    const scripts = Object.keys(manifest['scripts'] ?? {});
    expect(scripts.filter((name) => /install$/.test(name) || name === 'prepublish')).toEqual([]);
  });

  it('offers the program ctx, and the one that hosts start', () => {
    expect(manifest['bin']).toEqual({ ctx: 'dist/ctx.cjs', 'ctx-hook': 'dist/hook.cjs' });
    expect(manifest['files']).toEqual(['dist', '!dist/compiled', 'man']);
    expect(Object.keys(Object(manifest['exports']))).toEqual(['./verify', './package.json']);
  });
});
