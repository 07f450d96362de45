// A session is signed when it closes, where somebody wants that. Who signs, and how, comes from outside.

import type { Conducted, SignAtClose } from './conducted.js';
import type { RunServices } from './run-services.js';

/**
 * Nothing where nobody wants it; a failure where somebody does and no key can. `said` is what the config or the log says,
 * and where that is nothing, what the project or the user says of every session.
 */
export async function signingOf(
  said: boolean | undefined,
  services: RunServices,
): Promise<SignAtClose | undefined> {
  return services.signing?.(said);
}

/** After the writer is gone: the last record is then in the file. */
export async function signedAtClose(sign: SignAtClose | undefined, conducted: Conducted): Promise<Conducted> {
  return sign === undefined ? conducted : { ...conducted, ...(await sign(conducted)) };
}
