// What git would run or obey outside: its settings and hooks. Commands may commit, and not change these.
//
// An agent can write a `.git` of its own anywhere in the workspace, and everything in it is only a claim: a folder outside
// is git's only if that folder itself names the workspace, which nobody inside can have written.

import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { readFailure } from '../disk/system-errors.js';
import { isWithin } from '../disk/within.js';
import { settingsIn } from '../git/settings-text.js';
import { isSystemError } from '../protocol/failure.js';
import { entryAt } from './entry.js';

export interface GitFolder {
  /** Where objects and references are. */
  readonly folder: string;
  /** Read-only in it. */
  readonly settings: readonly string[];
}

/** `git` is a folder, or the file of a worktree or a submodule that names it; `tops` are the folders that commands may change. */
export function gitFolders(git: string, tops: readonly string[]): GitFolder[] {
  const entry = entryAt(git);
  const isOurs = (path: string) => tops.some((top) => isWithin(top, path));
  const own = entry?.isFile() ? named(git) : entry?.isDirectory() ? git : undefined;
  if (own === undefined || !(isOurs(own) || namesBack(own, git))) return [];
  const common = commonOf(own, isOurs);
  const folders = common === own ? [own] : [common, own];
  return [...folders, ...modulesIn(join(common, 'modules'))].map((folder) => ({
    folder,
    settings: settingsOf(folder, dirname(git)).filter((path) => isOurs(path) || isWithin(folder, path)),
  }));
}

/** A worktree's folder says where the worktree is; a submodule's says it in its settings. */
function namesBack(own: string, git: string): boolean {
  const worktree = textIn(join(own, 'gitdir'))?.trim();
  if (worktree !== undefined) return realOf(resolve(own, worktree)) === realOf(git);
  const submodule = said(join(own, 'config'), 'core.worktree').at(-1);
  return submodule !== undefined && realOf(resolve(own, submodule)) === realOf(dirname(git));
}

/** The folder that all worktrees share: one that commands see anyway, or the one that holds this worktree's folder. */
function commonOf(own: string, isOurs: (path: string) => boolean): string {
  const said = textIn(join(own, 'commondir'))?.trim();
  const common = said === undefined ? undefined : realOf(resolve(own, said));
  if (common === undefined) return own;
  const isGits = isOurs(own) ? isOurs(common) : common === dirname(dirname(own));
  return isGits ? common : own;
}

function settingsOf(folder: string, top: string): string[] {
  const files = settingsFiles([join(folder, 'config'), join(folder, 'config.worktree')]);
  const hooks = files
    .flatMap((file) => said(file, 'core.hookspath'))
    .filter((path) => path !== '' && !path.startsWith('~'))
    .map((path) => resolve(top, path))
    .filter((path) => path !== top);
  return [
    ...files,
    join(folder, 'hooks'),
    join(folder, 'commondir'),
    join(folder, 'gitdir'),
    join(folder, 'info', 'attributes'),
    // Somebody may have named it by a way that leads through a link.
    ...hooks.map((path) => realOf(path) ?? path),
  ];
}

/** These, and those that they include: a file of the project may be one. As many as anybody has. */
function settingsFiles(files: readonly string[]): readonly string[] {
  const all = new Set(files);
  for (const file of all) {
    const included = [...said(file, 'include.path'), ...said(file, 'includeif.path')]
      .filter((path) => path !== '' && !path.startsWith('~'))
      .map((path) => resolve(dirname(file), path));
    for (const path of included) if (all.size < 100) all.add(realOf(path) ?? path);
  }
  return [...all];
}

/** All that the file says of it: the last one counts for git, and none of them is an agent's to change. */
function said(file: string, key: string): string[] {
  return settingsIn(textIn(file) ?? '').flatMap((setting) => (setting.key === key ? [setting.value] : []));
}

/** Submodules keep their folders here, at any depth below their names. */
function modulesIn(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
  if (entries.some(({ name }) => name === 'HEAD')) return [folder, ...modulesIn(join(folder, 'modules'))];
  return entries.flatMap((entry) => (entry.isDirectory() ? modulesIn(join(folder, entry.name)) : []));
}

function named(file: string): string | undefined {
  const folder = /^gitdir: (.+)$/m.exec(textIn(file) ?? '')?.[1]?.trim();
  return folder === undefined ? undefined : realOf(resolve(dirname(file), folder));
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES')) return undefined;
    throw readFailure(error, path);
  }
}

function textIn(file: string): string | undefined {
  try {
    return readPlainFile(file, 1 << 20).toString();
  } catch (error) {
    // Without what it says, a folder of hooks could stay open to commands.
    if (!(error instanceof NotPlain) && !isSystemError(error, 'ENOENT', 'ENOTDIR', 'ELOOP'))
      throw readFailure(error, file);
    return undefined;
  }
}
