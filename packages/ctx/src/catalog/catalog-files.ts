// Where the catalog lives: imports and the index in the user's data folder, the starter catalog beside the code.

import { join } from 'node:path';
import { homeFolder } from '../disk/home-folder.js';
import { type Environment, userFolder } from '../disk/user-folder.js';

export interface CatalogFiles {
  readonly folder: string;
  /** One file an import. */
  readonly sources: string;
  readonly index: string;
  readonly lock: string;
  readonly starter: string;
  /** Names the version of the starter catalog: an installed file's own time says nothing. */
  readonly starterVersion: string;
}

export function catalogFiles(
  env: Environment,
  program: { readonly shippedFolder: string; readonly version: string },
): CatalogFiles {
  const folder = join(userFolder('data', env) ?? join(homeFolder(env), '.local', 'share', 'ctx'), 'catalog');
  return {
    folder,
    sources: join(folder, 'sources'),
    index: join(folder, 'index.bin'),
    lock: join(folder, 'index.lock'),
    starter: join(program.shippedFolder, 'starter-catalog', 'entries.jsonl'),
    starterVersion: program.version,
  };
}
