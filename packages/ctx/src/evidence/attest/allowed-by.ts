// Whether a key may sign, by the lines of a list of allowed signers that name it.

import { type AllowedSigner, matchesPatterns } from '../../sign/allowed-signers.js';
import { ownNamespace } from '../../sign/sshsig.js';
import type { Problem } from './read-signatures.js';

/** The lines that allow it, or why none does. */
export function allowedBy(
  named: readonly AllowedSigner[],
  namespace: string,
  at: number,
): [readonly AllowedSigner[], Problem | undefined] {
  if (namespace !== ownNamespace)
    return refused(
      'signature_namespace',
      `it was made for ${JSON.stringify(namespace)}, not for ${ownNamespace}`,
    );
  if (named.length === 0) return refused('signer_unknown', 'its key is not among the allowed signers');
  const forUs = named.filter(
    ({ namespaces }) => namespaces === undefined || matchesPatterns(ownNamespace, namespaces),
  );
  if (forUs.length === 0)
    return refused('signature_namespace', `the allowed signers do not let its key sign for ${ownNamespace}`);
  const valid = forUs.filter(
    ({ validAfter, validBefore }) =>
      (validAfter === undefined || at >= validAfter) && (validBefore === undefined || at < validBefore),
  );
  if (valid.length > 0) return [valid, undefined];
  return refused('signature_expired', `its key was not valid at ${new Date(at).toISOString()}`, forUs);
}

function refused(
  code: Problem['code'],
  message: string,
  named: readonly AllowedSigner[] = [],
): [readonly AllowedSigner[], Problem] {
  return [named, { code, message }];
}
