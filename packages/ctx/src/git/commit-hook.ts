// The hook that names sessions in commits: put where git looks for it, beside one that is there, and taken out byte for byte.

import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { shellWord } from '../disk/shell-word.js';
import { readFailure, writeFailure } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import { sharedGitFolder } from './head-commit.js';
import { repositoryTop } from './repository.js';
import { readGitSettings } from './run-git.js';

const hookName = 'prepare-commit-msg';
/** Where the hook that was there before is kept, beside ours, which runs it first. */
const keptName = `${hookName}.before-ctx`;
const mark = '# ctx:prepare-commit-msg:1';
/** Ours has a few paths in it. */
const largestHook = 1 << 16;

export interface HookFile {
  readonly file: string;
  /** A hook of somebody else that ours runs first. */
  readonly kept?: string;
  /** Whether other repositories have the same folder of hooks. */
  readonly shared: boolean;
}

export type HookChange = HookFile & { readonly change: 'installed' | 'removed' | 'unchanged' };

/** Where git looks for hooks: `core.hooksPath`, or the folder that all worktrees share. Nothing outside of git. */
export function hookFile(root: string, env: Environment): HookFile | undefined {
  const top = repositoryTop(root);
  const git = sharedGitFolder(root);
  if (top === undefined || git === undefined) return undefined;
  const said = readGitSettings(root, env).get('core.hookspath') ?? '';
  const folder = said === '' ? join(git, 'hooks') : resolve(top, fromHome(said, env));
  const kept = join(folder, keptName);
  return {
    file: join(folder, hookName),
    ...(isThere(kept) && { kept }),
    shared: said !== '' && (isAbsolute(said) || said.startsWith('~')),
  };
}

/** Ours, where it is installed. */
export function installedHook(root: string, env: Environment): HookFile | undefined {
  const place = hookFile(root, env);
  return place !== undefined && isOurs(place.file) !== undefined ? place : undefined;
}

/** `program` starts ctx: Node and its file, because who commits from a window may have another PATH. */
export function installHook(
  root: string,
  program: readonly string[],
  env: Environment,
  dryRun: boolean,
): HookChange {
  const place = placeOf(root, env);
  const { file } = place;
  const text = scriptFor(program);
  const there = isOurs(file);
  if (there === text) return { ...place, change: 'unchanged' };
  const kept = join(file, '..', keptName);
  const isOthers = there === undefined && exists(file);
  if (isOthers && exists(kept)) throw fail('git_hook_changed', { operation: 'install', target: file, kept });
  if (dryRun) return { ...place, ...(isOthers && { kept }), change: 'installed' };
  try {
    makeFolders(join(file, '..'));
    if (isOthers) renameSync(file, kept);
    writeAtomically(file, text, 0o755);
    chmodSync(file, 0o755);
  } catch (error) {
    if (isOthers && !exists(file) && exists(kept)) renameSync(kept, file);
    throw writeFailure(error, file);
  }
  return { ...place, ...(isOthers && { kept }), change: 'installed' };
}

/** What was there before is there again, with its bytes, its mode and its times. */
export function removeHook(root: string, env: Environment, dryRun: boolean): HookChange | undefined {
  const place = hookFile(root, env);
  if (place === undefined) return undefined;
  const { file, kept } = place;
  if (isOurs(file) === undefined) {
    // Somebody put another hook in the place of ours, and only they know whether it still runs the older one.
    if (kept !== undefined && exists(file))
      throw fail('git_hook_changed', { operation: 'remove', target: file, kept });
    if (kept === undefined || exists(file)) return { ...place, change: 'unchanged' };
  }
  if (!dryRun) {
    try {
      // A rename over ours: there is no moment without the hook that was there before.
      if (kept !== undefined) renameSync(kept, file);
      else rmSync(file, { force: true });
    } catch (error) {
      throw writeFailure(error, file);
    }
  }
  return { ...place, change: 'removed' };
}

function placeOf(root: string, env: Environment): HookFile {
  const place = hookFile(root, env);
  if (place === undefined) throw fail('git_missing', { operation: 'install', target: root });
  return place;
}

/** The text of our hook; nothing where there is none, or somebody else's. */
function isOurs(file: string): string | undefined {
  if (!(lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false)) return undefined;
  const text = textOf(file);
  return text?.split('\n')[1] === mark ? text : undefined;
}

/** Somebody else's may be a program, of any bytes and any size. */
function textOf(file: string): string | undefined {
  try {
    return readPlainFile(file, largestHook).toString();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw readFailure(error, file);
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A commit is never held up by ours; the hook that was there before still decides. */
function scriptFor(program: readonly string[]): string {
  const start = program.map(shellWord).join(' ');
  return `#!/bin/sh
${mark}
# Names the agent sessions behind a commit (Ctx-Session: …). \`ctx hooks remove\` takes it out again.
before="$(dirname "$0")/${keptName}"
if [ -x "$before" ]; then "$before" "$@" || exit $?; fi
if [ -f ${shellWord(program.at(-1) ?? '')} ]; then
  ${start} sign --git-trailer --message "$1" >/dev/null || echo 'ctx: this commit names no session (see above)' >&2
fi
exit 0
`;
}

function fromHome(path: string, env: Environment): string {
  return path.startsWith('~/') ? join(env['HOME'] ?? '', path.slice(2)) : path;
}
