// Packages of an install that would run a script of their own if npm let them.

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// npm warns of the last one, too, where a tarball is installed by its path or address.
const runByInstall = ['preinstall', 'install', 'postinstall', 'prepare'];

/** `name: script` for each of them, below a folder `node_modules`. */
export function installScripts(nodeModules: string): string[] {
  if (!isThere(nodeModules)) return [];
  return packageFolders(nodeModules).flatMap((folder) => {
    const { name, scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const own = runByInstall.filter((script) => script in scripts).map((script) => `${name}: ${script}`);
    return [...own, ...installScripts(join(folder, 'node_modules'))];
  });
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
