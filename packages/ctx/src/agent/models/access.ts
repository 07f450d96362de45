// How a provider is reached from here: its address and the credential that goes there, or why it cannot be used.

import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import { proxyFor } from '../../proxy/named-proxy.js';
import { idleSeconds } from './idle-seconds.js';
import { ollamaAddress } from './ollama-host.js';
import type { Access, Credential } from './provider/connect.js';
import { type ProviderName, providers } from './providers.js';

/** What the user said about the address, and what a file says. */
export interface Addresses {
  /** By `--base-url`. */
  readonly given?: string | undefined;
  /** By a config, or by the log of the session that goes on. */
  readonly written?: string | undefined;
}

/** Whatever is missing is said before anything is sent: `target` is the model that needs it. */
export function accessTo(
  provider: ProviderName,
  target: string,
  { given, written }: Addresses,
  env: Environment,
): Access {
  const credential = credentialFor(provider, env);
  if (credential === undefined && providers[provider].credentialRequired) {
    const variables = providers[provider].credentials;
    throw fail('credential_missing', { operation: 'plan', target, variables });
  }
  const usual = usualBaseUrl(provider, env);
  const named = given ?? written;
  const baseUrl = named === undefined ? usual : checkedUrl(named);
  if (baseUrl === undefined) {
    const { variable } = providers[provider].baseUrl;
    throw fail('base_url_missing', { operation: 'plan', target, variable });
  }
  if (credential !== undefined && given === undefined && written !== undefined && baseUrl !== usual)
    refuseStranger(provider, baseUrl, credential);
  proxyFor(new URL(baseUrl), env);
  idleSeconds(env);
  return { baseUrl, credential, env };
}

export function credentialFor(provider: ProviderName, env: Environment): Credential | undefined {
  for (const variable of providers[provider].credentials) {
    const value = env[variable]?.trim();
    if (value) return { variable, value };
  }
  return undefined;
}

/** Where the vendor's own tools would go. */
export function usualBaseUrl(provider: ProviderName, env: Environment): string | undefined {
  const { variable, suffix, otherwise } = providers[provider].baseUrl;
  const value = env[variable]?.trim();
  if (!value) return otherwise;
  const address = provider === 'ollama' ? ollamaAddress(value) : value.replace(/\/+$/, '');
  if (address === undefined) throw invalid(value, 'it is not the address of a host');
  return checkedUrl(`${address}${suffix}`);
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw invalid(text, 'it does not begin with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw invalid(`${url.protocol}//…@${url.host}`, 'it holds a password, which belongs into a variable');
  if (url.search !== '' || url.hash !== '') throw invalid(text, 'it has a query or a fragment');
  return text.replace(/\/+$/, '');
}

function invalid(target: string, reason: string) {
  return fail('base_url_invalid', { operation: 'plan', target, reason });
}

/**
 * A file that came from somewhere else must not be able to send the user's credential anywhere: an address that
 * only a file names has to be the vendor's own or this machine.
 */
function refuseStranger(provider: ProviderName, baseUrl: string, { variable }: Credential): void {
  const { hostname, origin } = new URL(baseUrl);
  const { otherwise } = providers[provider].baseUrl;
  if (isLoopback(hostname) || (otherwise !== undefined && new URL(otherwise).origin === origin)) return;
  throw fail('base_url_untrusted', { operation: 'plan', target: baseUrl, variable });
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
