// Transcripts of other agents.

import { code } from '../failure.js';

export const importCodes = () => ({
  /** No host here writes such a file; `host`: the one that was named does not. */
  transcript_unknown: code<{ host?: string | undefined; known: readonly string[] }>('parse'),
  transcript_empty: code<{ host: string }>('parse'),
  /** Somebody cut the file off while it was read. */
  transcript_changed: code('filesystem', { retryable: true }),
  /** A session is asked for, and the file is a transcript of that agent. */
  transcript_not_session: code<{ host: string }>('session'),
  transcript_parent_missing: code<{ host: string; parent: string }>('session'),
  transcripts_none: code<{ host: string; project?: string | undefined }>('item_not_found'),
  zstd_missing: code('runtime'),
  sqlite_missing: code('runtime'),
  import_incomplete: code<{ failed: number; imported: number; first: string }>('runtime'),
});
