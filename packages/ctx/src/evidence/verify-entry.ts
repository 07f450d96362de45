// The library entry `ctx-cli/verify`: a verdict over a session file for programs that embed it.

import { type Verification, type VerifyOptions, verifySession } from './verify/verify-session.js';

export type { Finding, FindingCode, Verdict } from './verify/findings.js';
export type { Verification, VerifyOptions } from './verify/verify-session.js';

/**
 * Verifies a session file. It needs nothing but the file: no project, no network, no other program. Memory does not
 * grow with the file.
 *
 * ```ts
 * import { verify } from 'ctx-cli/verify';
 *
 * const { verdict, findings } = verify('fix-the-test.jsonl', { head: 'sha256:…' });
 * if (verdict !== 'pass') for (const { code, seq, message } of findings) console.log(code, seq, message);
 * ```
 *
 * @throws where the file is not there or cannot be read; whatever the file holds is a finding, never an error.
 */
export function verify(path: string, options: VerifyOptions = {}): Verification {
  return verifySession(path, options);
}
