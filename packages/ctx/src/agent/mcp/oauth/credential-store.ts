// What servers gave to this user: clients and tokens, by the server's address, in a file that nobody else can read.

import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { writeAtomically } from '../../../disk/atomic.js';
import { makeFolders } from '../../../disk/folders.js';
import { waitForLock } from '../../../disk/lock.js';
import { openRegularFile } from '../../../disk/read.js';
import { writeFailure } from '../../../disk/system-errors.js';
import { fail } from '../../../protocol/codes.js';
import { isSystemError } from '../../../protocol/failure.js';
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

const patienceMs = 10_000;
const largest = 4 * 1024 * 1024;

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
  try {
    makeFolders(dirname(path), 0o700);
  } catch (error) {
    throw writeFailure(error, dirname(path));
  }
  const lockFile = `${path}.lock`;
  const attempt = await waitForLock(lockFile, patienceMs);
  if (!attempt.taken)
    throw fail('store_busy', { operation: 'lock', target: path, lockFile, ...attempt.owner });
  try {
    const { [server.href]: old = {}, ...others } = readBook(path);
    const changed = change(old);
    const servers = changed === undefined ? others : { ...others, [server.href]: changed };
    writeAtomically(path, `${JSON.stringify({ version: 1, servers }, null, 2)}\n`, 0o600);
  } finally {
    attempt.lock.release();
  }
}

function readBook(path: string): Book {
  let text: string;
  try {
    text = privateText(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return {};
    throw error;
  }
  try {
    const book: unknown = JSON.parse(text);
    if (isFields(book) && book['version'] === 1 && isBook(book['servers'])) return book['servers'];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw unusable(path, 'it is damaged; delete it, and log in again');
}

function privateText(path: string): string {
  const descriptor = openRegularFile(path);
  try {
    const { uid, mode, size } = fstatSync(descriptor);
    const us = process.getuid?.();
    if (us !== undefined && (uid !== us || (mode & 0o077) !== 0))
      throw unusable(path, 'others on this machine can read it; `chmod 600` it');
    if (size > largest) throw unusable(path, 'it is too large');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function unusable(target: string, reason: string) {
  return fail('mcp_credentials_unusable', { operation: 'read', target, reason });
}

function isBook(value: unknown): value is Book {
  return isFields(value) && Object.values(value).every(isCredentials);
}

function isCredentials(value: unknown): value is ServerCredentials {
  if (!isFields(value)) return false;
  const { client, tokens } = value;
  const isClient = isFields(client) && typeof client['client_id'] === 'string';
  const isToken = isFields(tokens) && typeof tokens['access_token'] === 'string';
  return (client === undefined || isClient) && (tokens === undefined || isToken);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
