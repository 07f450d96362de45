// A folder of strangers, read for what can be imported. Nothing in it is ever run, and nothing outside it is read.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
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
        if (depth === deepest) found.refuse(below, `it lies deeper than ${deepest} folders`);
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
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | (constants.O_NONBLOCK ?? 0));
    const entry = fstatSync(descriptor);
    if (!entry.isFile()) return void found.refuse(path, 'it is not a regular file');
    if (entry.size > largestFile)
      return void found.refuse(path, `it is larger than ${largestFile >> 20} MiB`);
    const bytes = Buffer.alloc(entry.size);
    const read = readSync(descriptor, bytes, 0, entry.size, 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, read));
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not valid UTF-8' : 'it cannot be read';
    return void found.refuse(path, why);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
