// Which store a command about fleets means: one that machines share, by its address, or the files of this project.

import type { Services } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';

export const storeFlag = {
  store: flag.text(
    'the store that machines share (default: CTX_STORE, else the files of this project; `file` means those)',
    'URL',
  ),
};

/** Nothing where the project's own files are meant. */
export function sharedStore(
  { store }: { readonly store: string | undefined },
  { env }: Pick<Services, 'env'>,
): string | undefined {
  const named = store ?? env['CTX_STORE'] ?? '';
  return named === '' || named === 'file' ? undefined : named;
}

export function neededStore(
  flags: { readonly store: string | undefined },
  services: Pick<Services, 'env'>,
): string {
  const store = sharedStore(flags, services);
  if (store === undefined)
    throw fail('store_needed', { operation: 'store', target: flags.store ?? 'CTX_STORE' });
  return store;
}
