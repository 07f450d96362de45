// Where the statement over a session, a report or an export lies, and its signatures.

import { basename, dirname, join } from 'node:path';
import { statementEndings, withoutEnding } from '../../session/statements-beside.js';

export interface StatementFiles {
  readonly statement: string;
  /** SSHSIG over the statement. */
  readonly signature: string;
  /** DSSE in a Sigstore bundle, with the statement in it. */
  readonly bundle: string;
}

/** Beside what is signed, unless a folder is named. */
export function statementFiles(path: string, folder = dirname(path)): StatementFiles {
  const base = join(folder, withoutEnding(basename(path)));
  const { statement, signature, bundle } = statementEndings;
  return {
    statement: `${base}${statement}`,
    signature: `${base}${signature}`,
    bundle: `${base}${bundle}`,
  };
}
