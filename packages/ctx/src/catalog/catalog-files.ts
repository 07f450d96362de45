// Where the catalog lives: imports and the index in the user's data folder, the starter catalog beside the code.

import { isAbsolute, join } from 'node:path';

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
  env: Readonly<Record<string, string | undefined>>,
  program: { readonly shippedFolder: string; readonly version: string },
): CatalogFiles {
  const given = env['XDG_DATA_HOME'];
  // The specification wants a relative path ignored.
  const data =
    given !== undefined && isAbsolute(given)
      ? given
      : join(env['HOME'] || process.getBuiltinModule('node:os').homedir(), '.local', 'share');
  const folder = join(data, 'ctx', 'catalog');
  return {
    folder,
    sources: join(folder, 'sources'),
    index: join(folder, 'index.bin'),
    lock: join(folder, 'index.lock'),
    starter: join(program.shippedFolder, 'starter-catalog', 'entries.jsonl'),
    starterVersion: program.version,
  };
}
