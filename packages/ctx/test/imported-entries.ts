// What an import takes of a folder with these files.

import { join } from 'node:path';
import { importPath } from '../src/catalog/importing/import.js';
import { temporaryFolder } from './folder.js';

export async function importOf(files: Readonly<Record<string, string>>, below = '') {
  const folder = temporaryFolder(files);
  const { found, name } = await importPath(join(folder, below));
  const plain = (path: string) => path.replace(`${folder}/`, '');
  return {
    name,
    entries: found.entries,
    ids: found.entries.map(({ id }) => id.replace(/ctx-test-[\w-]+\//, '')),
    refused: found.refused.map(({ item, why }) => `${plain(item)}: ${why}`),
  };
}
