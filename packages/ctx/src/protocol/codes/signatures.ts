// Signatures, commits and checkpoints. No fact of these ever holds anything of a key.

import { code } from '../failure.js';

export const signatureCodes = () => ({
  signing_key_missing: code('auth'),
  signing_key_unusable: code<{ reason: string }>('auth'),
  /** It needs a passphrase, or a touch of a token, and nobody is there. */
  signing_passphrase: code<{ token: boolean }>('auth'),
  signing_agent_gone: code<{ reason: string }>('auth', { retryable: true }),
  signing_refused: code('auth'),
  signing_by_agent: code('policy'),
  signature_exists: code('filesystem'),
  signers_malformed: code<{ line: number }>('parse'),
  commit_unknown: code<{ reason: string }>('item_not_found'),
  commit_untrue: code<{ first: string; more: number }>('session'),
  /** Somebody changed the hook of git that ctx installed. */
  git_hook_changed: code<{ kept: string }>('filesystem'),
  git_missing: code('usage'),
  checkpoint_broken: code<{ line: number; says: string }>('session'),
  checkpoint_missed: code<{ state: 'deleted' | 'cut_off' | 'fails'; more: number }>('session'),
});
