// What a new version of a contract needs besides itself: a line in the changelog, a page that leads to it, its own name in it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isThere } from '../../../ctx/src/kit/files.js';
import { contractsFolder, type Version } from './versions.js';

export interface Violation {
  readonly path: string;
  readonly how: string;
}

/** Of frozen versions, and of drafts that come after one: a first draft owes nothing yet. */
export function missingForBump(root: string, versions: readonly Version[]): Violation[] {
  return versions
    .filter((version) => version.frozen || followsFrozen(version, versions))
    .flatMap((version) => missingFor(root, version));
}

function followsFrozen({ contract, name }: Version, versions: readonly Version[]): boolean {
  const own = versions.filter((version) => version.contract === contract);
  return own
    .slice(
      0,
      own.findIndex((version) => version.name === name),
    )
    .some(({ frozen }) => frozen);
}

function missingFor(root: string, { contract, name, folder }: Version): Violation[] {
  const place = `${contractsFolder}/${contract}/${name}`;
  const says = (file: string, text: string) => textOf(join(root, file)).includes(text);
  const isNamed = (text: string) => new RegExp(`${contract}/${name}(?![\\w-])`).test(text);
  const pages = ['README.md', ...docs(root)].filter((page) => isNamed(textOf(join(root, page))));
  const missing: Violation[] = [];
  if (!textOf(join(root, 'CHANGELOG.md')).split('\n').some(isNamed))
    missing.push({ path: 'CHANGELOG.md', how: `it has no line that names ${contract}/${name}` });
  if (pages.length === 0)
    missing.push({ path: 'docs', how: `no page of it, nor README.md, leads to ${place}` });
  for (const file of ['SPEC.md', 'lifecycle.json'])
    if (!isThere(join(folder, file)))
      missing.push({ path: relative(root, join(folder, file)), how: 'it is not there' });
  const id = `${contract}/${name.replace(/-draft$/, '')}`;
  if (isThere(join(folder, 'SPEC.md')) && !says(`${place}/SPEC.md`, id))
    missing.push({ path: `${place}/SPEC.md`, how: `it does not say that it is ${id}` });
  return missing;
}

function docs(root: string): string[] {
  const folder = join(root, 'docs');
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
}

function textOf(file: string): string {
  return isThere(file) ? readFileSync(file, 'utf8') : '';
}
