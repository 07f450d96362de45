// The folder of a contract's latest version: the one place that knows whether that is still a draft.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const contracts = join(import.meta.dirname, '../../../contracts');

export function latestContract(contract: 'session' | 'protocol'): string {
  const { versions } = JSON.parse(readFileSync(join(contracts, contract, 'versions.json'), 'utf8'));
  return join(contracts, contract, versions.at(-1).name);
}
