// Which store a command about fleets means: one that machines share, by its address, or the files of this project.

import type { Services } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';

export const storeFlag = {
  store: flag.text(
    'the shared store (default: CTX_STORE, else this project’s files; `file` means those). Others on this machine can see flags: keep a password in CTX_STORE or PGPASSWORD',
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

/** Flags stand in the list of processes, which everybody on the machine may read. */
export function passwordWarnings({ store = '' }: { readonly store?: string | undefined }): string[] {
  return /^[a-z]+:\/\/[^/?#]*:[^/?#]*@/i.test(store)
    ? [
        '--store holds a password, which `ps` shows to everybody on this machine. Put it into CTX_STORE or PGPASSWORD.',
      ]
    : [];
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
