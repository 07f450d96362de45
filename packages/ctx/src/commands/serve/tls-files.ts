// The certificate and the key of a server, read once at its start.

import { createSecureContext } from 'node:tls';
import { contradiction } from '../../cli/contradiction.js';
import { readOwnFile } from '../../disk/own-file.js';
import { readBytes } from '../../disk/read.js';
import { fail } from '../../protocol/codes.js';

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Nothing where neither is named. */
export function tlsFiles(cert: string | undefined, key: string | undefined): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined)
    throw fail('flag_needs', { operation: 'argparse', target: '--tls-key', other: '--tls-cert' });
  if (key === undefined)
    throw fail('flag_needs', { operation: 'argparse', target: '--tls-cert', other: '--tls-key' });
  if (cert === key) throw contradiction('--tls-cert', '--tls-key');
  const unusable = (target: string) => (reason: string, cause?: unknown) =>
    fail('tls_file_unusable', { operation: 'read', target, reason, cause });
  const secret = readOwnFile({ path: key, withheld: 'read', unusable: unusable(key) });
  if (secret === undefined) throw fail('file_not_found', { operation: 'read', target: key });
  const files = { cert: readBytes(cert), key: Buffer.from(secret) };
  try {
    createSecureContext(files);
  } catch (error) {
    throw unusable(cert)(
      `it does not fit ${key} (${error instanceof Error ? error.message : 'not PEM'})`,
      error,
    );
  }
  return files;
}
