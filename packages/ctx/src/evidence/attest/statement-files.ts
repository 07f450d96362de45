// Where the statement over a session, a report or an export lies, and its signatures.

import { basename, dirname, join } from 'node:path';

export interface StatementFiles {
  readonly statement: string;
  /** SSHSIG over the statement. */
  readonly signature: string;
  /** DSSE in a Sigstore bundle, with the statement in it. */
  readonly bundle: string;
}

/** Beside what is signed, unless a folder is named. */
export function statementFiles(path: string, folder = dirname(path)): StatementFiles {
  const base = join(folder, basename(path).replace(/\.jsonl$/, ''));
  return {
    statement: `${base}.statement.json`,
    signature: `${base}.statement.json.sig`,
    bundle: `${base}.statement.sigstore.json`,
  };
}
