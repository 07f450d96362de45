// Puts a report on the shelf, whole or not at all, with the digest that its body has.

import { dirname, join } from 'node:path';
import { writeAtomically } from '../../../ctx/src/disk/atomic.js';
import { makeFolders } from '../../../ctx/src/disk/folders.js';
import { isInside } from '../../../ctx/src/disk/inside.js';
import { fail } from '../codes.js';
import { type Findings, isKind, reportText } from './report.js';
import { reportPath } from './shelf.js';

/** Where it was written, relative to the repository. */
export function writeReport(root: string, findings: Findings): string {
  if (!isKind(findings.kind)) throw fail('kind_invalid', { operation: 'write', target: findings.kind });
  const path = reportPath(findings.kind);
  const whole = join(root, path);
  try {
    makeFolders(dirname(whole));
    if (!isInside(root, whole)) throw new Error('a link leads out of the repository');
    writeAtomically(whole, reportText(findings));
  } catch (cause) {
    throw fail('write_report', { operation: 'write', target: path, cause });
  }
  return path;
}
