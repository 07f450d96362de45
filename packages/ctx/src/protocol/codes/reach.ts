// Codes of what connects machines: the server, its clients, ssh.

import { code } from '../failure.js';

export const reachCodes = () => ({
  /** `reason`: who else can read it, or why nobody can. */
  token_file_unusable: code<{ reason: string }>('auth'),
  token_file_missing: code('auth'),
  listen_failed: code<{ reason: string }>('runtime'),
  /** Beyond this machine, without TLS. */
  listen_unprotected: code('usage'),
  tls_file_unusable: code<{ reason: string }>('filesystem'),

  remote_unreachable: code<{ reason: string }>('runtime', { retryable: true }),
  remote_token_refused: code<{ file: string }>('auth'),
  remote_refused: code<{ status: number; said: string }>('auth'),
  remote_certificate: code<{ reason: string }>('auth'),
  /** Something answers, and it is no ctx, or one that does not speak as this one. */
  remote_not_ctx: code<{ reason: string }>('runtime'),
  remote_version: code<{ ours: string; theirs: string }>('runtime'),
  remote_lost: code<{ session?: string | undefined }>('runtime', { retryable: true }),
  /** What the other side says of a session does not hold together. */
  remote_untrue: code<{ reason: string }>('session'),
  /** `said` is the other side's own sentence, `said_code` its code. */
  remote_failed: code<{ said: string; said_code?: string | undefined; said_hint?: string | undefined }>(
    'runtime',
  ),
  remote_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('item_not_found'),
  remote_exists: code<{ url: string }>('usage'),
  remotes_unusable: code<{ reason: string }>('filesystem'),

  ssh_missing: code('runtime'),
  /** `said` is ssh's own sentence. */
  ssh_failed: code<{ host: string; said: string }>('runtime', { retryable: true }),
  ssh_host_key: code<{ host: string; said: string }>('auth'),
  ssh_denied: code<{ said: string }>('auth'),
  ssh_ctx_missing: code<{ install: string }>('runtime'),
  ssh_folder_missing: code<{ folder: string }>('filesystem'),
});
