// Which providers can be used from here, and why not: what `ctx models` tells.

import type { Environment } from '../../disk/user-folder.js';
import { Failure } from '../../protocol/failure.js';
import { credentialFor, usualBaseUrl } from './access.js';
import { type ProviderName, providerNames, providers } from './providers.js';

export interface OfferedProvider {
  readonly name: ProviderName;
  readonly usable: boolean;
  /** Why it is not. */
  readonly problem?: 'credential_missing' | 'base_url_missing' | 'base_url_invalid';
  /** The variables that can hold the credential, and the one that does. */
  readonly credential_variables: readonly string[];
  readonly credential_from?: string;
  readonly base_url?: string;
  readonly base_url_variable: string;
}

export function offeredProviders(env: Environment): readonly OfferedProvider[] {
  return providerNames.map((name) => offered(name, env));
}

function offered(name: ProviderName, env: Environment): OfferedProvider {
  const { credentials, credentialRequired, baseUrl } = providers[name];
  const credential = credentialFor(name, env);
  const place = placeOf(name, env);
  const problem = credential === undefined && credentialRequired ? 'credential_missing' : place.problem;
  return {
    name,
    usable: problem === undefined,
    ...(problem !== undefined && { problem }),
    credential_variables: credentials,
    ...(credential !== undefined && { credential_from: credential.variable }),
    ...(place.url !== undefined && { base_url: place.url }),
    base_url_variable: baseUrl.variable,
  };
}

function placeOf(name: ProviderName, env: Environment) {
  try {
    const url = usualBaseUrl(name, env);
    return url === undefined ? { url, problem: 'base_url_missing' as const } : { url, problem: undefined };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { url: undefined, problem: 'base_url_invalid' as const };
  }
}
