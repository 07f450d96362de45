// The OAuth client of a program that logs in by itself. Its tokens live as long as the run.

import type {
  AddClientAuthentication,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthSettings } from './settings.js';
import { signedAssertion, signingKey } from './signed-assertion.js';
import { LoginNeeded } from './stored-login.js';

export class ProgramLogin implements OAuthClientProvider {
  readonly #settings: OAuthSettings;
  #tokens: StoredOAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;

  /** Only where it has a key: without it, the secret is sent as the server wants it. */
  readonly addClientAuthentication?: AddClientAuthentication;

  constructor(settings: OAuthSettings) {
    this.#settings = settings;
    const { clientId = '', privateKey } = settings;
    if (privateKey !== undefined) this.addClientAuthentication = signing(clientId, privateKey);
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
      token_endpoint_auth_method:
        this.#settings.privateKey === undefined ? 'client_secret_basic' : 'private_key_jwt',
      ...(scope !== undefined && { scope }),
    };
  }

  clientInformation(): StoredOAuthClientInformation {
    const { clientId = '', clientSecret, issuer } = this.#settings;
    return {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      ...(issuer !== undefined && { issuer }),
    };
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

/** The assertion names the one authorization server that it is for, so that no other can use it. */
function signing(clientId: string, privateKey: string): AddClientAuthentication {
  return (_, params, url, metadata) => {
    const key = signingKey(privateKey);
    if (key === undefined)
      throw new LoginNeeded('oauth.privateKey is not a PEM private key (P-256, RSA or Ed25519)');
    const audience = metadata?.issuer ?? new URL(url).origin;
    params.set('client_assertion', signedAssertion(clientId, key, audience, Date.now()));
    params.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  };
}
