// A folder of strangers, read for what can be imported. Nothing in it is ever run, and nothing outside it is read.

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { NotPlain, openPlainFile } from '../../disk/plain-file.js';
import { fail } from '../../protocol/codes.js';
import type { Found } from './found.js';

export interface TreeFile {
  readonly path: string;
  readonly name: string;
  /** The names of the folders above it, the tree's own first. */
  readonly folders: readonly string[];
  text(): string | undefined;
}

const largestFile = 4 << 20;
const deepest = 24;
const mostFiles = 1_000_000;
const skipped = new Set(['node_modules', '.git', '.venv', 'venv', '__pycache__']);

/** Markdown and JSON files of a tree in the order of their paths, or the one file that was named. */
export function filesOf(
  path: string,
  found: Found,
): { readonly root: string; readonly files: readonly TreeFile[] } {
  const real = realOf(path);
  if (!statSync(real).isDirectory()) {
    return { root: dirname(real), files: [treeFile(real, dirname(real), found)] };
  }
  const files: TreeFile[] = [];
  const left = [{ folder: real, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { folder, depth } = next;
    for (const entry of listing(folder, found)) {
      const below = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (skipped.has(entry.name)) continue;
        if (depth === deepest) found.refuse(below, `it is more than ${deepest} folders deep`);
        else left.push({ folder: below, depth: depth + 1 });
      } else if (entry.isFile() && /\.(md|json|jsonl)$/.test(entry.name)) {
        if (files.length === mostFiles) {
          found.refuse(real, `it has more than ${mostFiles} files; the rest was not read`);
          return { root: real, files };
        }
        files.push(treeFile(below, real, found));
      }
    }
  }
  return { root: real, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw fail('file_not_found', { operation: 'import', target: path });
  }
}

function listing(folder: string, found: Found) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    found.refuse(folder, 'it cannot be listed');
    return [];
  }
}

function treeFile(path: string, root: string, found: Found): TreeFile {
  const folders = [basename(root), ...relative(root, dirname(path)).split(sep)].filter((part) => part !== '');
  return { path, name: basename(path), folders, text: () => readText(path, found) };
}

function readText(path: string, found: Found): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openPlainFile(path, largestFile, constants.O_RDONLY | constants.O_NOFOLLOW);
    const bytes = readFileSync(descriptor);
    if (isUtf8(bytes)) return bytes.toString().replace(/^\uFEFF/, '');
    return void found.refuse(path, 'it is not valid UTF-8');
  } catch (error) {
    return void found.refuse(path, problemOf(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof NotPlain)) return 'it cannot be read';
  return error.reason === 'too_large'
    ? `it is larger than ${largestFile >> 20} MiB`
    : 'it is not a regular file';
}
