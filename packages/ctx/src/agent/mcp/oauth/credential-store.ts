// What servers gave to this user: clients and tokens, by the server's address, in a file that nobody else can read.

import { dirname, join } from 'node:path';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { changeOwnFile, readOwnFile } from '../../../disk/own-file.js';
import { fail } from '../../../protocol/codes.js';
import { isMembers } from '../../../protocol/members.js';
import { type TrustPlace, trustFile } from '../../../trust/trust-file.js';

export interface ServerCredentials {
  readonly client?: StoredOAuthClientInformation;
  /** The address that the client was registered with. */
  readonly redirect?: string;
  readonly tokens?: StoredOAuthTokens;
  /** What a call needed and the tokens do not allow. */
  readonly wanted_scope?: string;
}

type Book = Readonly<Record<string, ServerCredentials>>;

/** Beside what the user trusts, and like it never inside the project. */
export function credentialFile(place: TrustPlace): string {
  return join(dirname(trustFile(place)), 'mcp-credentials.json');
}

export function credentialsFor(server: URL, place: TrustPlace): ServerCredentials {
  // A user without a home, as in CI, has logged in nowhere.
  if (!place.env['HOME'] && !place.env['XDG_CONFIG_HOME']) return {};
  return readBook(credentialFile(place))[server.href] ?? {};
}

/** Nothing left of a server is no entry. */
export async function changeCredentials(
  server: URL,
  place: TrustPlace,
  change: (old: ServerCredentials) => ServerCredentials | undefined,
): Promise<void> {
  const path = credentialFile(place);
  await changeOwnFile(path, () => {
    const { [server.href]: old = {}, ...others } = readBook(path);
    const changed = change(old);
    return { version: 1, servers: changed === undefined ? others : { ...others, [server.href]: changed } };
  });
}

function readBook(path: string): Book {
  const unusable = (reason: string, cause?: unknown) =>
    fail('mcp_credentials_unusable', { operation: 'read', target: path, reason, cause });
  const text = readOwnFile({ path, withheld: 'read', unusable });
  if (text === undefined) return {};
  try {
    const book: unknown = JSON.parse(text);
    if (isMembers(book) && book['version'] === 1 && isBook(book['servers'])) return book['servers'];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw unusable('it is damaged; delete it, and log in again');
}

function isBook(value: unknown): value is Book {
  return isMembers(value) && Object.values(value).every(isCredentials);
}

function isCredentials(value: unknown): value is ServerCredentials {
  if (!isMembers(value)) return false;
  const { client, tokens } = value;
  const isClient = isMembers(client) && typeof client['client_id'] === 'string';
  const isToken = isMembers(tokens) && typeof tokens['access_token'] === 'string';
  return (client === undefined || isClient) && (tokens === undefined || isToken);
}
