// What `--package` names: a tarball or a folder by its path, or a package by its name and version.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPackageName } from '../clean-host/manifest.js';
import { Unusable } from '../clean-host/step.js';
import type { PackageSource } from './obtain.js';

/** A version or a tag: nothing that makes npm look anywhere but in a registry. */
const versionForm = /^[~^]?\w[\w.+-]*$/;

export function packageSource(given: string, cwd: string): PackageSource {
  if (isPath(given)) return sourceAt(resolve(cwd, given));
  const at = given.indexOf('@', 1);
  const name = at < 0 ? given : given.slice(0, at);
  const version = at < 0 ? 'latest' : given.slice(at + 1);
  if (!isPackageName(name) || name.startsWith('-') || !versionForm.test(version))
    throw new Unusable('not_found', 'it is neither the path of a tarball nor a NAME@VERSION');
  return { kind: 'named', spec: `${name}@${version}` };
}

/** `foo.tgz` could be a package's name, and never is. */
function isPath(given: string): boolean {
  const looksLikeOne = /^\.{0,2}\/|^\.{1,2}$|\.(tgz|tar|tar\.gz)$/.test(given);
  return looksLikeOne || (given.includes('/') && !given.startsWith('@') && !given.includes(':'));
}

function sourceAt(path: string): PackageSource {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) throw new Unusable('not_found', 'the file or folder does not exist');
  if (entry.isDirectory()) return { kind: 'folder', folder: path };
  if (entry.isFile()) return { kind: 'tarball', file: path };
  throw new Unusable('no_package', 'it is neither a file nor a folder');
}
