// Accepting what a draft gives as what it must give: the only way in which goldens are written.

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../codes.js';
import { type ContractRun, type ContractSurroundings, runContract } from './run-contract.js';
import type { Version } from './versions.js';

export async function accept(version: Version, place: ContractSurroundings): Promise<ContractRun> {
  const target = `${version.contract}/${version.name}`;
  if (version.frozen) throw fail('contract_frozen', { operation: 'accept', target });
  const golden = join(version.folder, 'golden');
  return runContract(version, place, ({ tree: { root, tree_hash } }, problems) => {
    if (problems.length > 0) return;
    rmSync(golden, { recursive: true, force: true });
    cpSync(root, golden, { recursive: true });
    writeFileSync(join(version.folder, 'expected.json'), `${JSON.stringify({ tree_hash })}\n`);
  });
}
