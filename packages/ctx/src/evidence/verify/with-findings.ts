// A verdict with what was found besides: by signatures, by a checkpoint.

import { type FindingCode, newFindings, type VerifyVerdict } from './findings.js';
import type { Verification } from './verification.js';

export interface FoundFault {
  readonly code: FindingCode;
  /** A record's number, or a file's name. */
  readonly place: number | string;
  readonly message: string;
}

export function withFindings(verification: Verification, found: readonly FoundFault[]): Verification {
  if (found.length === 0) return verification;
  const findings = newFindings();
  for (const { code, place, message } of found) findings.add(code, place, message);
  return {
    ...verification,
    verdict: worse(verification.verdict, findings.verdict),
    findings: [...verification.findings, ...findings.list],
  };
}

function worse(a: VerifyVerdict, b: VerifyVerdict): VerifyVerdict {
  const order: readonly VerifyVerdict[] = ['pass', 'incomplete', 'fail'];
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? 'fail';
}
