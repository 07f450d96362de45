// The list of models that a provider itself gives: whether it is there, whether it takes the credential, what it serves.

import type { Environment } from '../../disk/user-folder.js';
import { Failure } from '../../protocol/failure.js';
import { memberOf } from '../../protocol/members.js';
import { proxyFailed, proxyFor, proxyRefused } from '../../proxy/named-proxy.js';
import { credentialFor, usualBaseUrl } from './access.js';
import type { Credential } from './provider/connect.js';
import { lightFetch } from './provider/light-fetch.js';
import type { ProviderName } from './providers.js';

export interface ServedModels {
  readonly reached: boolean;
  readonly status?: number;
  /** Why it was not reached, where that says more. */
  readonly problem?: string;
  /** By the names that ctx takes. */
  readonly models: readonly string[];
}

const patience = 5_000;

export async function askForModels(
  provider: ProviderName,
  env: Environment,
  cancel: AbortSignal,
): Promise<ServedModels> {
  const url = `${usualBaseUrl(provider, env) ?? ''}/models`;
  try {
    const response = await lightFetch(env)(url, {
      headers: headersFor(provider, credentialFor(provider, env)),
      signal: AbortSignal.any([cancel, AbortSignal.timeout(patience)]),
    });
    const { status } = response;
    const listed: unknown = response.ok ? await response.json() : undefined;
    return { reached: true, status, models: namesIn(listed).map((name) => `${provider}/${name}`) };
  } catch (error) {
    if (error instanceof SyntaxError) return { reached: true, models: [] };
    // A variable that cannot be used: nothing was sent, so nothing is known of the provider.
    if (error instanceof Failure) throw error;
    const problem = proxyProblem(error, proxyFor(new URL(url), env));
    return { reached: false, models: [], ...(problem !== undefined && { problem }) };
  }
}

/** Whoever cannot pass the proxy would look for the fault at the provider. */
function proxyProblem(error: unknown, proxy: URL | undefined): string | undefined {
  if (proxy === undefined) return undefined;
  const cause = error instanceof Error ? error.cause : undefined;
  const isProxys =
    cause instanceof Error && 'code' in cause && (cause.code === proxyFailed || cause.code === proxyRefused);
  return isProxys ? cause.message : `No answer came through the proxy ${proxy.host}`;
}

function headersFor(provider: ProviderName, credential: Credential | undefined): Record<string, string> {
  if (credential === undefined) return {};
  const { variable, value } = credential;
  if (provider === 'google') return { 'x-goog-api-key': value };
  if (provider !== 'anthropic' || variable === 'ANTHROPIC_AUTH_TOKEN') {
    return { authorization: `Bearer ${value}`, 'anthropic-version': '2023-06-01' };
  }
  return { 'x-api-key': value, 'anthropic-version': '2023-06-01' };
}

/** `{data: [{id}]}` with most, `{models: [{name: "models/…"}]}` with Google. */
function namesIn(listed: unknown): string[] {
  const items = listIn(listed, 'data') ?? listIn(listed, 'models') ?? [];
  return items.flatMap((item) => {
    const name = memberOf(item, 'id') ?? memberOf(item, 'name');
    return typeof name === 'string' ? [name.replace(/^models\//, '')] : [];
  });
}

function listIn(value: unknown, name: string): readonly unknown[] | undefined {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : undefined;
}
