// Packages of an install that would run a script of their own if npm let them.

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Broken } from './step.js';

/** What npm runs of a package that somebody installs. */
export const runByInstall: readonly string[] = ['preinstall', 'install', 'postinstall'];

/** `name: script` for each of them, below a folder `node_modules`. */
export function installScripts(nodeModules: string, wanted = runByInstall): string[] {
  if (!isThere(nodeModules)) return [];
  return packageFolders(nodeModules).flatMap((folder) => {
    const { name, scripts = {}, gypfile } = manifestIn(folder);
    const own = wanted.filter((script) => script in scripts);
    // npm builds what has this file, unless the package says how or that it need not be.
    const built = own.length === 0 && gypfile !== false && isThere(join(folder, 'binding.gyp'));
    return [
      ...[...own, ...(built ? ['node-gyp rebuild'] : [])].map((script) => `${name}: ${script}`),
      ...installScripts(join(folder, 'node_modules'), wanted),
    ];
  });
}

interface Scripted {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

function manifestIn(folder: string): Scripted {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    throw new Broken([
      `${folder}/package.json cannot be read: ${error instanceof Error ? error.message : error}`,
    ]);
  }
}

function packageFolders(nodeModules: string): string[] {
  return readdirSync(nodeModules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const folder = join(nodeModules, name);
      if (!name.startsWith('@')) return [folder];
      return readdirSync(folder).map((inner) => join(folder, inner));
    })
    .filter((folder) => isThere(join(folder, 'package.json')));
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
