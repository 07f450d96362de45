// How requests to an HTTP server are authorized in a run: by a program's own credentials, or by what a login left.

import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { changeCredentials, credentialsFor } from './credential-store.js';
import { ProgramLogin } from './program-login.js';
import { LoginNeeded, type LoginPlace, StoredLogin } from './stored-login.js';

type Sdk = typeof import('@modelcontextprotocol/client');

/** Nothing where there is nothing to show: a server that wants a login then says so itself. */
export function authorizationFor(place: LoginPlace): OAuthClientProvider | undefined {
  if (place.settings.grant === 'client_credentials') return new ProgramLogin(place.settings);
  return credentialsFor(place.server, place).tokens === undefined ? undefined : new StoredLogin(place);
}

/** Whether a server refused because it does not know who asks, or not well enough. */
export function isUnauthorized(sdk: Sdk, error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (refusals(sdk).some((isOne) => isOne(cause))) return true;
  }
  return false;
}

function refusals(sdk: Sdk): readonly ((error: unknown) => boolean)[] {
  return [
    (error) => error instanceof LoginNeeded,
    (error) => sdk.UnauthorizedError.isInstance(error),
    (error) => sdk.InsufficientScopeError.isInstance(error),
    (error) => sdk.OAuthError.isInstance(error),
    (error) => sdk.SdkHttpError.isInstance(error) && error.status === 401,
    (error) => sdk.SseError.isInstance(error) && error.code === 401,
  ];
}

/** The next login asks for what a call lacked, with what is granted already. */
export async function rememberScope(sdk: Sdk, error: unknown, place: LoginPlace): Promise<void> {
  if (!sdk.InsufficientScopeError.isInstance(error) || error.requiredScope === undefined) return;
  const { requiredScope } = error;
  await changeCredentials(place.server, place, (old) => {
    const wanted = sdk.computeScopeUnion(old.tokens?.scope, old.wanted_scope, requiredScope);
    return { ...old, ...(wanted !== undefined && { wanted_scope: wanted }) };
  });
}
