// A plain walk over a folder that leaves out what .gitignore leaves out. Symbolic links are never followed.

import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { NotPlain, notPlainWords, readPlainFile } from '../disk/plain-file.js';
import { isSystemError } from '../protocol/failure.js';
import { type IgnoreRules, ignores, parseIgnoreFile } from './ignore-rules.js';
import type { UnreadFile } from './unread-file.js';

export interface WalkRules {
  readonly root: string;
  /** The top of the working tree that the root belongs to: its ignore files count too. */
  readonly top: string;
  readonly gitFolder: string | undefined;
  readonly home: string | undefined;
  /** Files that are taken whatever the ignore rules say, and the folders on the way to them. */
  readonly tracked?: TrackedPaths | undefined;
  /** What is not looked at, whatever else is said of it. */
  readonly skips?: ((path: string) => boolean) | undefined;
  /** What a folder holds; listed anew unless somebody knows better. */
  readonly list?: ((root: string, folder: string) => readonly FolderEntry[]) | undefined;
}

export interface FolderEntry {
  readonly name: string;
  /** From the root. */
  readonly path: string;
  readonly kind: 'folder' | 'file' | 'link' | 'other';
}

export interface TrackedPaths {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

export interface Walked {
  readonly paths: readonly string[];
  /** Whether there was more than the limit. */
  readonly limited: boolean;
  readonly notes: readonly UnreadFile[];
  /** Folders that are there and could not be listed. */
  readonly unlisted: readonly string[];
}

interface Folder {
  readonly path: string;
  /** It is on the way to a tracked file, and only such files count in it. */
  readonly ignored: boolean;
  readonly rules: readonly IgnoreRules[];
}

export function walk(wanted: WalkRules, limit: number): Walked {
  const { tracked, skips, list = entriesIn } = wanted;
  const paths: string[] = [];
  const unlisted: string[] = [];
  const notes: UnreadFile[] = [];
  const left: Folder[] = [{ path: '', ignored: false, rules: rulesFromOutside(wanted, notes) }];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    let entries: readonly FolderEntry[];
    try {
      entries = list(wanted.root, folder.path);
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) unlisted.push(folder.path);
      notes.push({
        file: folder.path === '' ? '.' : folder.path,
        problem: `cannot be listed: ${reason(error)}`,
      });
      continue;
    }
    const own = entries.some((entry) => entry.name === '.gitignore' && entry.kind === 'file');
    const rules = own ? [...folder.rules, ...ignoreFile(wanted.root, folder.path, notes)] : folder.rules;
    for (const { name, path, kind } of entries) {
      if (name === '.git' || skips?.(path)) continue;
      if (kind === 'folder') {
        const ignored = folder.ignored || heavy.has(name) || ignores(rules, path, true);
        if (!ignored || tracked?.folders.has(path)) left.push({ path, ignored, rules });
      } else if (
        kind !== 'other' &&
        (tracked?.files.has(path) || !(folder.ignored || ignores(rules, path, false)))
      ) {
        if (paths.length === limit) return { paths, limited: true, notes, unlisted };
        paths.push(path);
      }
    }
  }
  return { paths, limited: false, notes, unlisted };
}

/** With the errors of `readdirSync`. */
export function entriesIn(root: string, folder: string): FolderEntry[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    path: folder === '' ? entry.name : `${folder}/${entry.name}`,
    kind: kindOf(entry),
  }));
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** Folders of installed code: never a project's own, and often not even ignored outside a repository. */
const heavy = new Set(['node_modules', '.venv', 'venv', '__pycache__', 'bower_components']);

/** The user's own excludes, the repository's, and those of the folders above the root. */
function rulesFromOutside({ root, top, gitFolder, home }: WalkRules, notes: UnreadFile[]): IgnoreRules[] {
  const rules: IgnoreRules[] = [];
  const below = relative(top, root).split(sep).join('/');
  const add = (file: string, from: string) => {
    const text = rulesIn(file, file, notes);
    if (text !== undefined) rules.push(parseIgnoreFile(text, from, below));
  };
  if (home !== undefined) add(join(home, '.config', 'git', 'ignore'), '');
  if (gitFolder !== undefined) add(join(gitFolder, 'info', 'exclude'), '');
  if (below === '') return rules;
  const parts = below.split('/');
  for (let i = 0; i < parts.length; i++) {
    const from = parts.slice(0, i).join('/');
    add(join(top, from, '.gitignore'), from);
  }
  return rules;
}

function ignoreFile(root: string, folder: string, notes: UnreadFile[]): IgnoreRules[] {
  const path = folder === '' ? '.gitignore' : `${folder}/.gitignore`;
  const text = rulesIn(join(root, path), path, notes);
  return text === undefined ? [] : [parseIgnoreFile(text, folder, '')];
}

/** More than anybody writes by hand; each rule is asked for every file. */
const largestIgnoreFile = 1 << 20;

/** Nothing where there is no such file. Without rules that cannot be read the walk finds too much, and a note says so. */
function rulesIn(file: string, shown: string, notes: UnreadFile[]): string | undefined {
  try {
    return readPlainFile(file, largestIgnoreFile).toString();
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR'))
      notes.push({ file: shown, problem: `its ignore rules cannot be read: ${reason(error)}` });
    return undefined;
  }
}

function reason(error: unknown): string {
  if (error instanceof NotPlain) return notPlainWords[error.reason];
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
