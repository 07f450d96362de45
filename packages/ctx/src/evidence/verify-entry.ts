// The library entry `ctx-cli/verify`: a verdict over a session, an export or a report, for programs that embed it.

import type { Verification, VerifyOptions } from './verify/verification.js';
import { verifyPath } from './verify/verify-path.js';

export type { Finding, FindingCode, VerifyVerdict } from './verify/findings.js';
export type { Verification, VerifyOptions } from './verify/verification.js';

/**
 * Verifies a session's file, a folder that `ctx report` or `ctx export` made, or one page of a report. It needs nothing
 * but the files: no project, no network, no other program. Memory does not grow with a session.
 *
 * ```ts
 * import { verify } from 'ctx-cli/verify';
 *
 * const { verdict, findings } = verify('fix-the-test.jsonl', { head: 'sha256:…' });
 * if (verdict !== 'pass') for (const { code, seq, file, message } of findings) console.log(code, seq ?? file, message);
 * ```
 *
 * @throws where the path is not there or cannot be read; whatever the files hold is a finding, never an error.
 */
export function verify(path: string, options: VerifyOptions = {}): Verification {
  return verifyPath(path, options);
}
