// What git would run or obey outside: its settings and hooks. Commands may commit, and not change these.

import { readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readPlainFile } from '../disk/plain-file.js';
import { isSystemError } from '../protocol/failure.js';
import { entryAt } from './entry.js';

export interface GitFolder {
  /** Where objects and references are. */
  readonly folder: string;
  /** Read-only in it. */
  readonly settings: readonly string[];
}

/** `git` is a folder, or the file of a worktree or a submodule that names it. */
export function gitFolders(git: string): GitFolder[] {
  const entry = entryAt(git);
  if (entry === undefined) return [];
  const own = entry.isFile() ? named(git) : realOf(git);
  if (own === undefined) return [];
  const common = realOf(resolve(own, textIn(join(own, 'commondir'))?.trim() ?? '.')) ?? own;
  const folders = common === own ? [own] : [common, own];
  return [...folders, ...modulesIn(join(common, 'modules'))].map((folder) => ({
    folder,
    settings: settingsIn(folder, dirname(git)),
  }));
}

function settingsIn(folder: string, top: string): string[] {
  const hooks = /^\s*hookspath\s*=\s*(.+)$/im.exec(textIn(join(folder, 'config')) ?? '')?.[1]?.trim();
  const elsewhere = hooks === undefined || isAbsolute(hooks) ? [] : [resolve(top, hooks)];
  return [
    join(folder, 'config'),
    join(folder, 'config.worktree'),
    join(folder, 'hooks'),
    join(folder, 'commondir'),
    join(folder, 'gitdir'),
    join(folder, 'info', 'attributes'),
    ...elsewhere,
  ];
}

/** Submodules keep their folders here, at any depth below their names. */
function modulesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
  if (names.includes('HEAD')) return [folder, ...modulesIn(join(folder, 'modules'))];
  return names.flatMap((name) => modulesIn(join(folder, name)));
}

function named(file: string): string | undefined {
  const folder = /^gitdir: (.+)$/m.exec(textIn(file) ?? '')?.[1]?.trim();
  return folder === undefined ? undefined : realOf(resolve(dirname(file), folder));
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function textIn(file: string): string | undefined {
  try {
    return readPlainFile(file, 1 << 20).toString();
  } catch {
    return undefined;
  }
}
