// A verdict with what was found besides: by signatures, by a checkpoint.

import { type FindingCode, newFindings, type Verdict } from './findings.js';
import type { Verification } from './verification.js';

export interface Found {
  readonly code: FindingCode;
  /** A record's number, or a file's name. */
  readonly place: number | string;
  readonly message: string;
}

export function withFindings(verification: Verification, found: readonly Found[]): Verification {
  if (found.length === 0) return verification;
  const findings = newFindings();
  for (const { code, place, message } of found) findings.add(code, place, message);
  return {
    ...verification,
    verdict: worse(verification.verdict, findings.verdict),
    findings: [...verification.findings, ...findings.list],
  };
}

function worse(a: Verdict, b: Verdict): Verdict {
  const order: readonly Verdict[] = ['pass', 'incomplete', 'fail'];
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? 'fail';
}
