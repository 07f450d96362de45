// What an audit asks git. Names that come from outside are resolved to commits first and never taken for flags.

import { runGitSync } from '../../../ctx/src/kit/git.js';
import { fail } from '../codes.js';
import { auditFolder } from './reports.js';

export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Two commits by their full names: `A..B`, or `A` for `A..HEAD`. */
export function resolveRange(root: string, range: string): Range {
  const [from = '', to = 'HEAD', ...more] = range.split('..');
  if (more.length > 0 || from === '' || to.startsWith('.')) throw unknown(range, { rule: 'form' });
  return { from: commitOf(root, from, range), to: commitOf(root, to === '' ? 'HEAD' : to, range) };
}

/** Where two commits went apart: what a branch did is told from there, not from where the other branch is by now. */
export function forkPoint(root: string, { from, to }: Range): string {
  try {
    return git(root, 'merge-base', from, to).trim();
  } catch (cause) {
    throw unknown(`${from}..${to}`, { rule: 'apart', cause });
  }
}

/** Refuses a work tree with anything that is not committed, the reports themselves apart. There is no override. */
export function requireCleanTree(root: string): void {
  const changed = git(root, 'status', '--porcelain', '-z', '--', '.', `:(exclude)${auditFolder}`);
  const paths = changed.split('\0').filter((entry) => entry !== '');
  if (paths.length === 0) return;
  throw fail('tree_dirty', { operation: 'audit', target: root, paths: paths.map((each) => each.slice(3)) });
}

/** Every path of a commit's tree. */
export function pathsAt(root: string, commit: string): string[] {
  return git(root, 'ls-tree', '-r', '-z', '--name-only', commit)
    .split('\0')
    .filter((path) => path !== '');
}

/** A file as it was in a commit, or nothing where that commit has none. */
export function fileAt(root: string, commit: string, path: string): string | undefined {
  return filesAt(root, commit, [path]).get(path);
}

/** Files as they were in a commit, by one process for all of them. */
export function filesAt(root: string, commit: string, paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  if (paths.length === 0) return found;
  const asked = paths.map((path) => `${commit}:${path}\n`).join('');
  const answer = gitBytes(root, ['cat-file', '--batch'], asked);
  let at = 0;
  for (const path of paths) {
    const end = answer.indexOf(0x0a, at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    found.set(path, answer.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

function commitOf(root: string, name: string, range: string): string {
  try {
    return git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).trim();
  } catch (cause) {
    insideGit(root);
    throw unknown(range, { rule: 'name', name, cause });
  }
}

function insideGit(root: string): void {
  try {
    git(root, 'rev-parse', '--git-dir');
  } catch (cause) {
    throw fail('not_git', { operation: 'git', target: root, cause });
  }
}

interface Unknown {
  readonly rule: 'form' | 'name' | 'apart';
  readonly name?: string;
  readonly cause?: unknown;
}

function unknown(target: string, { rule, name, cause }: Unknown) {
  return fail('range_unknown', { operation: 'resolve', target, rule, name, cause });
}

/** What git says; it fails with what git complained about. */
export function gitText(root: string, words: readonly string[], input = ''): string {
  return gitBytes(root, words, input).toString('utf8');
}

function git(root: string, ...words: readonly string[]): string {
  return gitText(root, words);
}

function gitBytes(root: string, words: readonly string[], input = ''): Buffer {
  const { status, stdout, complaint } = runGitSync(root, words, { input });
  if (status === 0) return stdout;
  throw fail('git_failed', { operation: words[0] ?? 'git', target: root, reason: complaint });
}
