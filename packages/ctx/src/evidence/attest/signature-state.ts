// What can be said of a signature without a list of allowed signers: whether the key that it carries made it, and whether it
// is about all that lies there. Whose key it is nobody can say by that.

import { readSignatures } from './read-signatures.js';
import { readStatement } from './statement.js';
import { statementFiles } from './statement-files.js';

export interface SignatureState {
  /** `unchecked`: a bundle, whose key lies elsewhere. */
  readonly state: 'valid' | 'partial' | 'invalid' | 'unchecked';
  readonly statement: string;
  /** The key, as `ssh-keygen -l` shows it. */
  readonly key?: string;
  /** By the clock of who signed. */
  readonly signed_at?: string;
}

/** Of a session with this head; nothing where there is no signature beside it. */
export function signatureState(path: string, head: string): SignatureState | undefined {
  const files = statementFiles(path);
  const [read] = readSignatures(files);
  if (read === undefined) return undefined;
  const { statement } = files;
  if ('problem' in read) return { state: 'invalid', statement };
  const content = readStatement(read.statement);
  const key = read.envelope === 'sshsig' ? { key: read.key.fingerprint } : {};
  if (!('value' in content) || (read.envelope === 'sshsig' && !read.holds))
    return { state: 'invalid', statement, ...key };
  const { exportedAt: signed_at, ledgerHead } = content.value.predicate;
  const about = { statement, ...key, signed_at };
  if (ledgerHead !== head) return { state: 'partial', ...about };
  return { state: read.envelope === 'sshsig' ? 'valid' : 'unchecked', ...about };
}
