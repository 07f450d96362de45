// The OAuth client that ctx is to a server, with what the user's store holds of it. Without a person it can use and
// renew tokens; to get the first ones somebody has to log in.

import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { TrustPlace } from '../../../trust/trust-file.js';
import { changeCredentials, credentialsFor } from './credential-store.js';
import type { OAuthSettings } from './settings.js';

export interface LoginPlace extends TrustPlace {
  readonly server: URL;
  readonly settings: OAuthSettings;
}

/** Nobody is there to log in. */
export class LoginNeeded extends Error {
  override readonly name = 'LoginNeeded';
}

export class StoredLogin implements OAuthClientProvider {
  /** A client id that is an address describes itself there. */
  readonly clientMetadataUrl?: string;
  readonly #place: LoginPlace;
  readonly #redirect: string;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor(place: LoginPlace, redirect = credentialsFor(place.server, place).redirect ?? anyRedirect) {
    this.#place = place;
    this.#redirect = redirect;
    const { clientId } = place.settings;
    if (clientId?.startsWith('https://')) this.clientMetadataUrl = clientId;
  }

  get redirectUrl(): string {
    return this.#redirect;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope, clientSecret } = this.#place.settings;
    return {
      client_name: 'ctx',
      redirect_uris: [this.#redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(scope !== undefined && { scope }),
    };
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret, issuer } = this.#place.settings;
    if (clientId === undefined || this.clientMetadataUrl !== undefined) return this.#stored().client;
    return {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      ...(issuer !== undefined && { issuer }),
    };
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    // What the file of the project says is not kept elsewhere.
    if (this.#place.settings.clientSecret !== undefined) return;
    await this.#change((old) => ({ ...old, client, redirect: this.#redirect }));
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#stored().tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#change(({ wanted_scope: _, ...old }) => ({ ...old, tokens }));
  }

  redirectToAuthorization(_: URL): void {
    throw new LoginNeeded('the server wants a login');
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'discovery' || scope === 'all') this.#discovery = undefined;
    if (scope === 'tokens') await this.#change(({ tokens: _, ...old }) => old);
    if (scope === 'client') await this.#change(({ client: _, ...old }) => old);
    if (scope === 'all') await this.#change(() => ({}));
  }

  #stored() {
    return credentialsFor(this.#place.server, this.#place);
  }

  #change(change: Parameters<typeof changeCredentials>[2]): Promise<void> {
    return changeCredentials(this.#place.server, this.#place, change);
  }
}

/** Only a login listens, and it has an address of its own. */
const anyRedirect = 'http://127.0.0.1/callback';
