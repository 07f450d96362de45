// The versions of a contract: which there are, which are run, and which nobody may change any more.

import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as t from 'typebox';
import { closed } from '../../../ctx/src/kit/command.js';
import { canonical, isThere, readDocument } from '../../../ctx/src/kit/files.js';
import { filesBelow } from '../../../ctx/src/kit/trees.js';
import { fail } from '../codes.js';

const versionList = t.Object(
  {
    /** Oldest first. */
    versions: t.Array(
      t.Object(
        {
          name: t.String({ pattern: '^v[1-9][0-9]*(-draft)?$' }),
          /** Whether it is still run. */
          supported: t.Boolean(),
          /** Of a frozen version: the digest of all its bytes. */
          pin: t.Optional(t.String({ pattern: '^[0-9a-f]{64}$' })),
        },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);

export interface Version {
  readonly contract: string;
  readonly name: string;
  readonly folder: string;
  readonly supported: boolean;
  readonly frozen: boolean;
  readonly latest: boolean;
  readonly pin: string | undefined;
}

export const contractsFolder = 'contracts';

/** Every version of every contract of a repository. */
export function versionsOf(root: string): readonly Version[] {
  const contracts = join(root, contractsFolder);
  if (!isThere(contracts)) throw fail('contract_missing', { operation: 'contract', target: contracts });
  const folders = readdirSync(contracts, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return names.flatMap((contract) => {
    const list = join(contracts, contract, 'versions.json');
    const { versions } = readDocument(list, list, versionList, 'a list of versions, oldest first');
    return versions.map(({ name, supported, pin }, i) => ({
      contract,
      name,
      folder: join(contracts, contract, name),
      supported,
      frozen: !name.endsWith('-draft'),
      latest: i === versions.length - 1,
      pin,
    }));
  });
}

/** SHA-256 of the canonical JSON {path: SHA-256 of its bytes}: not the tree hash, which looks past a PNG's bytes. */
export function pinOf(folder: string): string {
  const digests = filesBelow(folder).map((path) => [path, hash('sha256', readFileSync(join(folder, path)))]);
  return hash('sha256', canonical(Object.fromEntries(digests)));
}
