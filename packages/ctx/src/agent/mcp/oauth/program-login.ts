// The OAuth client of a program that logs in by itself. Its tokens live as long as the run.

import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthSettings } from './settings.js';
import { LoginNeeded } from './stored-login.js';

export class ProgramLogin implements OAuthClientProvider {
  readonly #settings: OAuthSettings;
  #tokens: StoredOAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;

  constructor(settings: OAuthSettings) {
    this.#settings = settings;
  }

  /** Nobody is sent anywhere. */
  get redirectUrl(): undefined {
    return undefined;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope } = this.#settings;
    return {
      client_name: 'ctx',
      redirect_uris: [],
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'client_secret_basic',
      ...(scope !== undefined && { scope }),
    };
  }

  clientInformation(): StoredOAuthClientInformation {
    const { clientId = '', clientSecret = '', issuer } = this.#settings;
    return { client_id: clientId, client_secret: clientSecret, ...(issuer !== undefined && { issuer }) };
  }

  prepareTokenRequest(scope = this.#settings.scope): URLSearchParams {
    return new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  redirectToAuthorization(): never {
    throw new LoginNeeded('a program cannot log in at a page');
  }

  saveCodeVerifier(): void {}

  codeVerifier(): never {
    throw new LoginNeeded('a program has no code to redeem');
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  invalidateCredentials(): void {
    this.#tokens = undefined;
  }
}
