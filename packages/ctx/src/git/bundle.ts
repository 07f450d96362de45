// Commits that go from one repository to another: which of them the other one lacks, packed into a bundle, taken in.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCommitName } from './head-commit.js';
import { runGit } from './run-git.js';

/** No more are asked about: the last commits one by one, then fewer and fewer, and what branches and tags point to. */
const mostLast = 200;
const mostTips = 200;
const mostHistory = 1 << 20;

/** The commits to ask the other side about, the newest first. */
export async function knownCommits(top: string): Promise<string[]> {
  const [history, tips] = await Promise.all([
    runGit(top, ['rev-list', `--max-count=${mostHistory}`, 'HEAD'], { most: 1 << 27 }),
    runGit(top, ['for-each-ref', `--count=${mostTips}`, '--format=%(objectname)', '--sort=-committerdate']),
  ]);
  const all = linesOf(history.stdout);
  const sampled = all.slice(0, mostLast);
  for (let at = mostLast, step = 2; at < all.length; at += step, step *= 2) sampled.push(all[at] ?? '');
  const last = all.at(-1);
  return [...new Set([...sampled, ...linesOf(tips.stdout), ...(last === undefined ? [] : [last])])].filter(
    isCommitName,
  );
}

/** Which of these commits are here, with all their history. */
export async function commitsHere(top: string, asked: readonly string[]): Promise<string[]> {
  const { status, stdout } = await runGit(top, ['rev-list', '--all'], {
    most: 1 << 28,
  });
  if (status !== 0) return [];
  const here = new Set(linesOf(stdout));
  return asked.filter((commit) => here.has(commit));
}

/** More would only repeat what the first ones say. */
const mostBases = 100;

/** All that HEAD has and none of these; what git says where that fails. */
export async function writeBundle(
  top: string,
  file: string,
  bases: readonly string[],
): Promise<string | undefined> {
  const without = bases.slice(0, mostBases).map((commit) => `^${commit}`);
  const words = ['bundle', 'create', '--quiet', file, 'HEAD', ...without];
  const { status, complaint } = await runGit(top, words, { timeoutMs: 600_000 });
  return status === 0 ? undefined : complaint || 'git made no bundle';
}

/**
 * The objects of a bundle, and nothing else of it: no branch of its names comes to be. Then everything that the commit leads to
 * must be here. What git says where it is not.
 */
export async function takeBundle(top: string, file: string, commit: string): Promise<string | undefined> {
  const patience = { timeoutMs: 600_000 };
  const taken = await runGit(top, ['bundle', 'unbundle', file], patience);
  if (taken.status !== 0) return taken.complaint || 'git did not take the bundle';
  return missingOf(top, commit);
}

/** What git says where not everything that a commit leads to is here. */
export async function missingOf(top: string, commit: string): Promise<string | undefined> {
  const words = ['rev-list', '--objects', '--quiet', commit, '--not', '--all'];
  const { status, complaint } = await runGit(top, words, { timeoutMs: 600_000 });
  return status === 0 ? undefined : complaint || 'parts of the history are missing';
}

/** An empty repository as `git init` makes it, without a template: nothing in it runs. */
export function makeRepository(folder: string, ids: 'sha1' | 'sha256'): void {
  const git = join(folder, '.git');
  for (const name of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(git, name), { recursive: true });
  const core = `\trepositoryformatversion = ${ids === 'sha1' ? 0 : 1}\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n`;
  const more = ids === 'sha1' ? '' : '[extensions]\n\tobjectformat = sha256\n';
  writeFileSync(join(git, 'config'), `[core]\n${core}${more}`);
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
}

/** The branch that is checked out becomes this one, at this commit; nothing in the work tree changes. */
export async function pointTo(
  top: string,
  commit: string,
  branch: string | undefined,
): Promise<string | undefined> {
  const steps =
    branch === undefined
      ? [['update-ref', '--no-deref', 'HEAD', commit]]
      : [
          ['update-ref', `refs/heads/${branch}`, commit],
          ['symbolic-ref', 'HEAD', `refs/heads/${branch}`],
        ];
  for (const words of steps) {
    const { status, complaint } = await runGit(top, words);
    if (status !== 0) return complaint || `git ${words[0]} failed`;
  }
  return undefined;
}

/** The index as the commit has it, and then as these lines of `update-index --index-info` say. */
export async function fillIndex(
  top: string,
  commit: string,
  lines: readonly string[],
): Promise<string | undefined> {
  const marked = await skippedIn(top);
  const read = await runGit(top, ['read-tree', commit]);
  if (read.status !== 0) return read.complaint || 'git read-tree failed';
  const wrong = await updateIndex(top, ['--index-info'], lines);
  if (wrong !== undefined || marked.length === 0) return wrong;
  const tracked = new Set((await runGit(top, ['ls-files', '-z'])).stdout.toString().split('\0'));
  const still = marked.filter((path) => tracked.has(path));
  return updateIndex(top, ['--skip-worktree', '--stdin'], still);
}

/** Paths whose changes a person told git not to look at. */
export async function skippedIn(top: string): Promise<string[]> {
  const { stdout } = await runGit(top, ['ls-files', '-t', '-z']);
  return stdout
    .toString()
    .split('\0')
    .flatMap((line) => (line.startsWith('S ') ? [line.slice(2)] : []));
}

async function updateIndex(
  top: string,
  words: readonly string[],
  lines: readonly string[],
): Promise<string | undefined> {
  if (lines.length === 0) return undefined;
  const input = lines.map((line) => `${line}\0`).join('');
  const { status, complaint } = await runGit(top, ['update-index', '-z', ...words], { input });
  return status === 0 ? undefined : complaint || 'git update-index failed';
}

/** Keeps a file's bytes as they are, and says what git calls them. */
export async function keepContent(top: string, file: string): Promise<string | undefined> {
  const { status, stdout } = await runGit(top, ['hash-object', '-w', '--no-filters', '-t', 'blob', file]);
  return status === 0 ? stdout.toString('latin1').trim() : undefined;
}

export async function isBranchName(top: string, name: string): Promise<boolean> {
  if (name.startsWith('-')) return false;
  return (await runGit(top, ['check-ref-format', `refs/heads/${name}`])).status === 0;
}

function linesOf(stdout: Buffer): string[] {
  return stdout.toString('latin1').split('\n').filter(Boolean);
}
