// Pad, reminders, tasks and the rest of `.context/`.

import { code } from '../failure.js';

export const memoryCodes = () => ({
  context_missing: code('usage'),
  pad_key_missing: code<{ by: 'identity' | 'passphrase'; identityFile: string }>('auth'),
  pad_key_wrong: code<{ by: 'identity' | 'passphrase'; keySource: string }>('auth'),
  pad_damaged: code<{ reason: string; history: string | undefined }>('filesystem'),
  pad_malformed: code<{ line: number; problem: string; history: string | undefined }>('parse'),
  pad_not_conflicted: code('usage'),
  rekey_impossible: code<{ obstacle: 'no_pad' | 'plain' | 'given_key' | 'no_passphrase' }>('usage'),
  identity_retired: code('auth'),
  pad_twice: code<{ other: string }>('usage'),
  identity_invalid: code<{ line: number }>('auth'),
  recipient_invalid: code<{ configFile: string }>('auth'),
  recipients_mixed: code<{ configFile: string }>('auth'),
  entry_unknown: code('entry_not_found'),
  snapshot_unknown: code<{ slots: readonly number[] }>('snapshot_not_found'),
  snapshot_unopenable: code<{ reason: string }>('auth'),
  text_missing: code('usage'),
  /** `line` where it is to be one line, and is more. */
  text_not_plain: code<{ reason: string; line?: true }>('usage'),
  text_too_large: code<{ bytes: number; limit: number }>('usage'),
  tag_invalid: code('usage'),
  reminder_unknown: code('reminder_not_found'),
  item_ambiguous: code<{ what: string; known: readonly string[] }>('usage'),
  item_unknown: code<{ what: string; nearest?: string | undefined }>('item_not_found'),
  unhealthy: code<{ checks: readonly string[]; fixable: boolean }>('usage'),
  merge_unknown: code('usage'),
  /** `next` where `ctx doctor --fix` can mend it. */
  memory_file_malformed: code<{ line: number; problem: string; next?: 'doctor' }>('parse'),
});
