// The files of a project that a server's command line starts, as far as its words tell: programs find files by less than their whole name.

import { realpathSync, statSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import type { Environment } from '../../disk/user-folder.js';
import { isBelow } from '../../disk/within.js';
import { filledIn } from './filled-in.js';

/** What a server is started with; any of it may be anything. */
export interface StartedWith {
  readonly command: unknown;
  readonly args: readonly unknown[];
  readonly env: Readonly<Record<string, unknown>>;
}

/** A word may be a folder that others are meant from; no line has more of them. */
const mostFolders = 8;

/** Each is looked for under several names: nobody writes a longer line, and a hostile one must not take minutes. */
const mostWords = 2_000;

/** Paths that may be files, relative to the project or absolute; nothing for a line that is too long to look at. */
export function startedFiles(
  root: string,
  { command, args, env }: StartedWith,
  variables: Environment,
): ReadonlySet<string> | undefined {
  // A server with a variable that nobody set is not started.
  const filled = (word: string) => filledIn(word, variables, () => '');
  const line = [command, ...args].filter((word) => typeof word === 'string').map(filled);
  const set = Object.values(env)
    .filter((value) => typeof value === 'string')
    .map(filled);
  const path = typeof env['PATH'] === 'string' ? filled(env['PATH']) : undefined;
  const words = [...new Set([...line, ...set].flatMap(pathsIn))].filter((word) => word !== '');
  if (words.length > mostWords) return undefined;
  const folders = words.filter((word) => isFolderOf(root, word)).slice(0, mostFolders);
  const named = words.flatMap((word) => [word, ...folders.map((folder) => posix.join(folder, word))]);
  const inFolders = folders.flatMap((folder) => mains.map((main) => posix.join(folder, main)));
  return new Set([...named.flatMap(spellings), ...inFolders, ...inPath(line[0], path), ...lists(line)]);
}

/** A word, and what a shell or an option would find in it: `sh -c 'node ./a.js'`, `--import=./a.js`, `-r./a.js`. */
function pathsIn(word: string): string[] {
  const pieces = word.split(/[\s;&|()<>"'`$={},]+/).map((piece) => piece.replace(/^-[A-Za-z](?=[./])/, ''));
  const all = [word, word.replace(/^--?[\w-]+=/, ''), ...pieces];
  return all.map((each) => each.replace(/^file:\/\//i, ''));
}

/** What starts in a folder that is named: `node .`, `python3 server`. */
const mains = ['package.json', 'index.js', 'index.mjs', 'index.cjs', 'index.ts', '__main__.py'];
const endings = ['.js', '.mjs', '.cjs', '.ts', '.json', '.py', '.sh'];

/** `node server` is server.js, and `python3 -m tools.server` is tools/server.py. */
function spellings(word: string): string[] {
  if (/\.(?:[cm]?[jt]s|py|sh|json)$/.test(word) || word.startsWith('-')) return [word];
  const module = /^[A-Za-z_][\w.]*$/.test(word) ? word.replaceAll('.', '/') : word;
  return [word, ...endings.map((end) => word + end), `${module}.py`, `${module}/__main__.py`];
}

/** A `PATH` that leads into the project says which program is meant. */
function inPath(command: string | undefined, path: string | undefined): string[] {
  if (command === undefined || command.includes('/') || path === undefined) return [];
  return path.split(':').map((folder) => posix.join(folder || '.', command));
}

/** Programs that start what a list in the project says. */
const listsOf: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  deno: ['deno.json', 'deno.jsonc'],
  uv: ['pyproject.toml'],
  poetry: ['pyproject.toml'],
  docker: ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'],
};

/** Not where a package from elsewhere is started: `npm exec x`, `uv run --with x`, `docker run x`. */
function lists([command = '', ...rest]: readonly string[]): readonly string[] {
  const name = posix.basename(command);
  const found = Object.hasOwn(listsOf, name) ? (listsOf[name] ?? []) : [];
  const isElsewhere = ['exec', 'dlx', 'x', 'tool', 'create'].includes(rest[0] ?? '');
  const isImage = name === 'docker' && !rest.includes('compose');
  return isElsewhere || isImage ? [] : found;
}

function isFolderOf(root: string, word: string): boolean {
  try {
    const real = realpathSync(resolve(root, word));
    const top = realpathSync(root);
    return (real === top || isBelow(top, real)) && statSync(real).isDirectory();
  } catch {
    return false;
  }
}
