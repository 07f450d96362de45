// What an entry of `.mcp.json` says under `oauth`: a client that somebody registered, and how it gets its tokens.

import type { Members } from '../../../protocol/members.js';

export interface OAuthSettings {
  /** A program logs in by itself, with its own secret; a person does otherwise, once, with `ctx mcp login`. */
  readonly grant: 'authorization_code' | 'client_credentials';
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** PEM; a program signs with it in place of sending a secret. */
  readonly privateKey?: string;
  readonly scope?: string;
  /** The port of the address that a person is sent back to, where the server knows only that one. */
  readonly callbackPort?: number;
  /** The only authorization server that may see the secret. */
  readonly issuer?: string;
}

export const noSettings: OAuthSettings = { grant: 'authorization_code' };

/** `text` fills in variables; `refuse` says what does not fit. */
export function oauthSettings(
  fields: Members,
  text: (value: unknown, key: string) => string,
  refuse: (why: string) => Error,
): OAuthSettings {
  const known = new Set([
    'clientId',
    'clientSecret',
    'privateKey',
    'scope',
    'callbackPort',
    'issuer',
    'grant',
  ]);
  const unknown = Object.keys(fields).find((key) => !known.has(key));
  if (unknown !== undefined) throw refuse(`oauth has the key ${unknown}, which ctx does not know`);
  const optional = (key: string) =>
    fields[key] === undefined ? {} : { [key]: text(fields[key], `oauth.${key}`) };
  const { grant = 'authorization_code', callbackPort } = fields;
  if (grant !== 'authorization_code' && grant !== 'client_credentials')
    throw refuse('oauth.grant is neither authorization_code nor client_credentials');
  if (callbackPort !== undefined && !isPort(callbackPort)) throw refuse('oauth.callbackPort is not a port');
  const settings: OAuthSettings = {
    grant,
    ...optional('clientId'),
    ...optional('clientSecret'),
    ...optional('privateKey'),
    ...optional('scope'),
    ...optional('issuer'),
    ...(callbackPort !== undefined && { callbackPort }),
  };
  const problem = grant === 'client_credentials' ? programProblem(settings) : personProblem(settings);
  if (problem !== undefined) throw refuse(problem);
  return settings;
}

function programProblem({ clientId, clientSecret, privateKey }: OAuthSettings): string | undefined {
  if (clientId === undefined || (clientSecret === undefined && privateKey === undefined))
    return 'oauth.grant is client_credentials, and it has no clientId, or neither clientSecret nor privateKey';
  if (clientSecret !== undefined && privateKey !== undefined)
    return 'oauth has both clientSecret and privateKey';
  return undefined;
}

function personProblem({ privateKey }: OAuthSettings): string | undefined {
  return privateKey === undefined ? undefined : 'oauth.privateKey is for the grant client_credentials';
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}
