// An MCP server over HTTP that wants a login, and the authorization server that gives one; both on loopback.

import { createHash, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from './folder.js';
import { listening } from './listening.js';

export interface OAuthServer {
  /** Of the MCP server. */
  readonly url: string;
  /** Method and path of every request, without its query. */
  readonly requests: string[];
  /** Scopes that somebody was asked to grant. */
  readonly asked: (string | null)[];
  /** Access tokens that are good no longer. */
  expireTokens(): void;
  /** Nor are those that could renew them. */
  expireEverything(): void;
}

interface Grant {
  readonly scope: string;
}

export const machine = { clientId: 'machine', clientSecret: 'machine-secret' };
export const machineKeys = {
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: generateKeyPairSync('ed25519'),
};

export async function oauthServer(): Promise<OAuthServer> {
  const requests: string[] = [];
  const asked: (string | null)[] = [];
  const codes = new Map<string, Grant & { readonly challenge: string; readonly redirect: string }>();
  const tokens = new Map<string, Grant>();
  const renewals = new Map<string, Grant>();
  let origin = '';

  const json = (
    response: ServerResponse,
    value: object,
    status = 200,
    headers: Record<string, string> = {},
  ) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

  const grant = (response: ServerResponse, { scope }: Grant) => {
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    tokens.set(access_token, { scope });
    renewals.set(refresh_token, { scope });
    return json(response, { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600, scope });
  };

  function token(response: ServerResponse, request: IncomingMessage, body: string) {
    const given = new URLSearchParams(body);
    const refuse = (error: string) => json(response, { error }, 400);
    switch (given.get('grant_type')) {
      case 'authorization_code': {
        const code = codes.get(given.get('code') ?? '');
        codes.delete(given.get('code') ?? '');
        const verified = createHash('sha256')
          .update(given.get('code_verifier') ?? '')
          .digest('base64url');
        const isSame = code?.challenge === verified && code.redirect === given.get('redirect_uri');
        return isSame ? grant(response, code) : refuse('invalid_grant');
      }
      case 'refresh_token': {
        const known = renewals.get(given.get('refresh_token') ?? '');
        renewals.delete(given.get('refresh_token') ?? '');
        return known === undefined ? refuse('invalid_grant') : grant(response, known);
      }
      case 'client_credentials': {
        const secret = `${machine.clientId}:${machine.clientSecret}`;
        const isRight =
          request.headers.authorization === `Basic ${Buffer.from(secret).toString('base64')}` ||
          isSigned(given, origin, requests);
        return isRight ? grant(response, { scope: given.get('scope') ?? '' }) : refuse('invalid_client');
      }
      default:
        return refuse('unsupported_grant_type');
    }
  }

  function mcp(response: ServerResponse, request: IncomingMessage, body: string) {
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const known = tokens.get(bearer);
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`;
    if (known === undefined) return json(response, {}, 401, { 'www-authenticate': challenge });
    if (request.method === 'DELETE') return response.writeHead(200).end();
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    const needsMore = params?.name === 'admin' && !known.scope.split(' ').includes('admin');
    if (needsMore) {
      const wanted = `${challenge}, error="insufficient_scope", scope="admin"`;
      return json(response, {}, 403, { 'www-authenticate': wanted });
    }
    return json(response, { jsonrpc: '2.0', id, result: resultOf(method, params, bearer) }, 200, {
      'mcp-session-id': 'one',
    });
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', origin);
      requests.push(`${request.method} ${pathname}`);
      if (pathname === '/mcp') return mcp(response, request, body);
      if (pathname === '/token') return token(response, request, body);
      if (pathname === '/.well-known/oauth-protected-resource')
        return json(response, {
          resource: `${origin}/mcp`,
          authorization_servers: [origin],
          scopes_supported: ['read'],
        });
      if (pathname === '/.well-known/oauth-authorization-server') return json(response, metadata(origin));
      if (pathname === '/register')
        return json(response, { ...JSON.parse(body), client_id: 'registered' }, 201);
      if (pathname !== '/authorize') return response.writeHead(404).end();
      asked.push(searchParams.get('scope'));
      const redirect = searchParams.get('redirect_uri') ?? '';
      const code = randomUUID();
      codes.set(code, {
        scope: searchParams.get('scope') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
        redirect,
      });
      const answer = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
      return response.writeHead(302, { location: `${redirect}?${answer}` }).end();
    });
  });
  origin = await listening(server);
  return {
    url: `${origin}/mcp`,
    requests,
    asked,
    expireTokens: () => tokens.clear(),
    expireEverything: () => {
      tokens.clear();
      renewals.clear();
    },
  };
}

/** By a key whose public half the server knows: for this server, by this client, and not over. */
function isSigned(given: URLSearchParams, origin: string, requests: string[]): boolean {
  const [header = '', claims = '', signature = ''] = given.get('client_assertion')?.split('.') ?? [];
  if (given.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    return false;
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const { iss, sub, aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  requests.push(`signed ${alg}`);
  const isOurs = iss === machine.clientId && sub === iss && aud === origin && exp * 1000 > Date.now();
  const bytes = Buffer.from(signature, 'base64url');
  const known = machineKeys[alg === 'ES256' ? 'ec' : alg === 'RS256' ? 'rsa' : 'ed25519'];
  const hash = alg === 'EdDSA' ? null : 'sha256';
  const key = { key: known.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return isOurs && verify(hash, Buffer.from(`${header}.${claims}`), key, bytes);
}

function metadata(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  };
}

function resultOf(
  method: string,
  params: { readonly protocolVersion?: string; readonly name?: string },
  bearer: string,
): object {
  const inputSchema = { type: 'object' };
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', version: '1' },
      };
    case 'tools/list':
      return { tools: ['hello', 'admin', 'mirror'].map((name) => ({ name, inputSchema })) };
    default:
      return {
        content: [
          { type: 'text', text: params.name === 'mirror' ? mirrored(bearer) : `${params.name} says hello` },
        ],
      };
  }
}

/** A token as no shape of tokens knows it. */
function mirrored(token: string): string {
  return `seen: ${token}, in base64 ${Buffer.from(token).toString('base64')}`;
}

/** A browser whose user agrees to everything. */
export function agreeingBrowser(): string {
  const folder = temporaryFolder({
    browser: `#!${process.execPath}\nfetch(process.argv[2]).then((answer) => answer.text());\n`,
  });
  const path = join(folder, 'browser');
  chmodSync(path, 0o755);
  return path;
}
