// What both packages' manifests share, from the one place that says it: the repository's own package.json.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Root {
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly repository: { readonly type: string; readonly url: string };
}

/** The text of packages/NAME/package.json, with version, licence, Node and addresses as the repository says them. */
export function manifestOf(root: string, folder: string): string {
  const { version, license, engines, repository }: Root = readJson(root, 'package.json');
  const {
    repository: _,
    homepage: __,
    bugs: ___,
    ...own
  }: Record<string, unknown> = readJson(root, `${folder}/package.json`);
  const shared = { version, license, engines, ...addresses(repository, folder) };
  return `${JSON.stringify({ ...own, ...shared }, null, 2)}\n`;
}

export const packageFolders = ['packages/ctx', 'packages/ctxctl'];

/** Says in package.json that the repository is `OWNER/NAME` on GitHub, and in both packages what follows from it. */
export function writeAddress(root: string, name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/.test(name))
    throw new TypeError(`not a repository on GitHub (OWNER/NAME): ${JSON.stringify(name)}`);
  const manifest: Record<string, unknown> = readJson(root, 'package.json');
  const repository = { type: 'git', url: `git+https://github.com/${name}.git` };
  writeFileSync(join(root, 'package.json'), `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`);
  for (const folder of packageFolders)
    writeFileSync(join(root, folder, 'package.json'), manifestOf(root, folder));
}

/** While nobody owns the repository yet, the packages name no address: a reader would be led to a stranger's. */
function addresses(repository: Root['repository'], folder: string): object {
  if (repository.url.includes('/OWNER/')) return {};
  const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return {
    repository: { ...repository, directory: folder },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
  };
}

function readJson(root: string, path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
