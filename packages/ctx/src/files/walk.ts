// A plain walk over a folder that leaves out what .gitignore leaves out. Symbolic links are never followed.

import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readPlainFile } from '../disk/plain-file.js';
import { type IgnoreRules, ignores, parseIgnoreFile } from './ignore-rules.js';
import type { UnreadFile } from './unread-file.js';

export interface WalkRules {
  readonly root: string;
  /** The top of the working tree that the root belongs to: its ignore files count too. */
  readonly top: string;
  readonly gitFolder: string | undefined;
  readonly home: string | undefined;
}

export interface Walked {
  readonly paths: readonly string[];
  /** Whether there was more than the limit. */
  readonly limited: boolean;
  readonly notes: readonly UnreadFile[];
}

interface Folder {
  readonly path: string;
  readonly rules: readonly IgnoreRules[];
}

export function walk(wanted: WalkRules, limit: number): Walked {
  const paths: string[] = [];
  const notes: UnreadFile[] = [];
  const left: Folder[] = [{ path: '', rules: rulesFromOutside(wanted) }];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(wanted.root, folder.path), { withFileTypes: true });
    } catch (error) {
      notes.push({
        file: folder.path === '' ? '.' : folder.path,
        problem: `cannot be listed: ${reason(error)}`,
      });
      continue;
    }
    const own = entries.some((entry) => entry.name === '.gitignore' && entry.isFile());
    const rules = own ? [...folder.rules, ...ignoreFile(wanted.root, folder.path)] : folder.rules;
    for (const entry of entries) {
      if (entry.name === '.git') continue;
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!heavy.has(entry.name) && !ignores(rules, path, true)) left.push({ path, rules });
      } else if ((entry.isFile() || entry.isSymbolicLink()) && !ignores(rules, path, false)) {
        if (paths.length === limit) return { paths, limited: true, notes };
        paths.push(path);
      }
    }
  }
  return { paths, limited: false, notes };
}

/** Folders of installed code: never a project's own, and often not even ignored outside a repository. */
const heavy = new Set(['node_modules', '.venv', 'venv', '__pycache__', 'bower_components']);

/** The user's own excludes, the repository's, and those of the folders above the root. */
function rulesFromOutside({ root, top, gitFolder, home }: WalkRules): IgnoreRules[] {
  const rules: IgnoreRules[] = [];
  const below = relative(top, root).split(sep).join('/');
  const add = (file: string, from: string) => {
    const text = readQuietly(file);
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

function ignoreFile(root: string, folder: string): IgnoreRules[] {
  const text = readQuietly(join(root, folder, '.gitignore'));
  return text === undefined ? [] : [parseIgnoreFile(text, folder, '')];
}

/** More than anybody writes by hand; each rule is asked for every file. */
const largestIgnoreFile = 1 << 20;

function readQuietly(file: string): string | undefined {
  try {
    return readPlainFile(file, largestIgnoreFile).toString();
  } catch {
    return undefined;
  }
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
