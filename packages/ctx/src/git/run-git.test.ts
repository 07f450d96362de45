import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../test/built.js';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { runGit, runGitSync } from './run-git.js';

interface HostileRepository {
  readonly root: string;
  readonly made: string;
  readonly env: Record<string, string>;
}

function git(cwd: string, env: Record<string, string>, ...words: string[]) {
  const who = ['-c', 'user.name=x', '-c', 'user.email=x@y', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...who, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A repository whose own settings name a program in every way that git runs one for a look; it makes `made`. */
function hostileRepository(): HostileRepository {
  const home = temporaryFolder();
  const env = cleanEnvironment(home);
  const root = temporaryFolder({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
  const made = join(home, 'made');
  const program = join(home, 'program');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${made}\ncat 2>/dev/null\nexit 0\n`);
  chmodSync(program, 0o755);
  git(root, env, 'init', '-q', '-b', 'main');
  addSubmodule(root, env);
  git(root, env, 'add', 'a.txt', 'b.txt', 'sub');
  git(root, env, 'commit', '-q', '-m', 'x');
  writeFiles(root, {
    '.gitattributes': '* filter=evil diff=evil\nb.txt filter=other diff=evil\n',
    'a.txt': 'changed\n',
    'b.txt': 'twO\n',
    'new.txt': 'new\n',
    'sub/s.txt': 'changed\n',
  });
  appendFileSync(join(root, '.git/modules/sub/config'), `[core]\n fsmonitor = ${program}\n`);
  writeFileSync(join(root, '.git/included'), `[filter "other"]\n process = ${program}\n required = true\n`);
  appendFileSync(join(root, '.git/config'), hostileSettings(program));
  for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman']) {
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    writeFileSync(join(root, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> ${made}\n`, { mode: 0o755 });
  }
  return { root, made, env };
}

function hostileSettings(program: string): string {
  return `
[include]
 path = included
[core]
 fsmonitor = ${program}
 pager = ${program}
 editor = ${program}
 sshCommand = ${program}
 gitProxy = ${program}
 alternateRefsCommand = ${program}
 askPass = ${program}
[pager]
 diff = ${program}
 log = ${program}
 status = ${program}
[diff]
 external = ${program}
 submodule = log
[diff "evil"]
 command = ${program}
 textconv = ${program}
[filter "evil"]
 clean = ${program}
 smudge = ${program}
 required = true
[log]
 showSignature = true
[gpg]
 program = ${program}
[status]
 submoduleSummary = true
[submodule "sub"]
 ignore = none
[credential]
 helper = ${program}
[interactive]
 diffFilter = ${program}
`;
}

/** Git asks a submodule with another process, which takes none of our settings along. */
function addSubmodule(root: string, env: Record<string, string>) {
  const other = temporaryFolder({ 's.txt': 's\n' });
  git(other, env, 'init', '-q', '-b', 'main');
  git(other, env, 'add', 's.txt');
  git(other, env, 'commit', '-q', '-m', 's');
  git(root, env, 'submodule', '--quiet', 'add', other, 'sub');
}

const looks: readonly (readonly string[])[] = [
  ['diff', 'HEAD'],
  ['diff', '--name-status', '-z', '--find-renames', 'HEAD'],
  ['status', '--porcelain', '-z'],
  ['ls-files', '-co', '--exclude-standard', '-z'],
  ['log', '-p', '-z', '--format=%H'],
  ['show', 'HEAD'],
  ['cat-file', 'blob', 'HEAD:./a.txt'],
  ['rev-list', 'HEAD'],
  ['rev-parse', '--verify', 'HEAD'],
  ['ls-tree', '-r', '-z', '--name-only', 'HEAD'],
];

describe('a look at a hostile repository', () => {
  it('would start its programs without care', () => {
    const { root, made, env } = hostileRepository();
    expect(() => git(root, env, 'status')).toThrow("clean filter 'other' failed");
    expect(existsSync(made)).toBe(true);
  });

  it.each(looks.map((words) => ({ words })))('starts none of its programs: $words', async ({ words }) => {
    const { root, made, env } = hostileRepository();
    const first = runGitSync(root, words, { env });
    const second = await runGit(root, words, { env });
    expect(first).toMatchObject({ status: 0, complaint: '' });
    expect(second).toEqual(first);
    expect(first.stdout.length).toBeGreaterThan(0);
    expect(existsSync(made), made).toBe(false);
  });

  it('says what really changed, and leaves the user’s own filters on', () => {
    const { root, env } = hostileRepository();
    writeFileSync(join(env['HOME'] ?? '', '.gitconfig'), '[filter "evil"]\n clean = tr a-z A-Z\n');
    const { stdout } = runGitSync(root, ['diff', 'HEAD', '--', 'a.txt', 'b.txt'], { env });
    expect(stdout.toString()).toContain('+CHANGED');
    expect(stdout.toString()).toContain('+twO');
  });

  it('is not taken where a filter’s name fits on no command line', () => {
    const { root, made, env } = hostileRepository();
    appendFileSync(join(root, '.git/config'), `[filter "a=b"]\n clean = ${made}\n`);
    expect(runGitSync(root, ['diff', 'HEAD'], { env })).toMatchObject({
      status: 1,
      complaint: expect.stringContaining('filter'),
    });
    expect(existsSync(made)).toBe(false);
  });

  it('stays in the project, whatever core.worktree says', () => {
    const { root, env } = hostileRepository();
    const elsewhere = temporaryFolder({ 'secret.txt': 'x' });
    appendFileSync(join(root, '.git/config'), `[core]\n worktree = ${elsewhere}\n`);
    const { stdout } = runGitSync(root, ['ls-files', '-co', '--exclude-standard'], { env });
    expect(stdout.toString()).toContain('new.txt');
    expect(stdout.toString()).not.toContain('secret.txt');
  });

  it('takes no bare repository that lies about in a folder', () => {
    const { root, env } = hostileRepository();
    renameSync(join(root, '.git'), join(root, 'bare'));
    expect(runGitSync(join(root, 'bare'), ['status'], { env })).toMatchObject({ status: 128 });
  });

  it('does not believe the environment that another git left', () => {
    const { root, env } = hostileRepository();
    const other = hostileRepository();
    const misled = { ...env, GIT_DIR: join(other.root, '.git'), GIT_CONFIG_PARAMETERS: "'core.bare=true'" };
    expect(runGitSync(root, ['rev-parse', '--show-toplevel'], { env: misled }).stdout.toString()).toBe(
      `${root}\n`,
    );
  });
});

it('works below the top, in a worktree and in a submodule', () => {
  const { root, env } = hostileRepository();
  const worktree = join(temporaryFolder(), 'w');
  git(
    root,
    { ...env, GIT_CONFIG_COUNT: '0' },
    '-c',
    'filter.evil.required=false',
    '-c',
    'filter.other.process=',
    '-c',
    'filter.other.required=false',
    'worktree',
    'add',
    '-q',
    worktree,
  );
  mkdirSync(join(root, 'below'));
  for (const folder of [join(root, 'below'), worktree, join(root, 'sub')]) {
    expect(runGitSync(folder, ['status', '--porcelain'], { env })).toMatchObject({
      status: 0,
      complaint: '',
    });
  }
  expect(runGitSync(temporaryFolder(), ['status'], { env })).toMatchObject({ status: 128 });
});

it('is the only way that any of our sources call git', () => {
  const packages = join(import.meta.dirname, '../../..');
  const sources = ['ctx/src', 'ctxctl/src'].flatMap((folder) =>
    readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => join(folder, path)),
  );
  const callers = sources.filter((path) =>
    /(?:spawn|exec)\w*\(\s*['"`]git\b/.test(readFileSync(join(packages, path), 'utf8')),
  );
  // Of a repository elsewhere there is nothing here yet that could be looked at.
  expect(callers).toEqual(['ctx/src/git/fetch-snapshot.ts', 'ctx/src/git/run-git.ts']);
});
