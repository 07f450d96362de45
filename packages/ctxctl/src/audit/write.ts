// Writes a report, whole or not at all, with the digest that its body has.

import { dirname, join } from 'node:path';
import { isInside, makeFolders, writeAtomically } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { isKind, type ReportContent, reportText } from './report.js';
import { reportPath } from './reports.js';

/** Where it was written, relative to the repository. */
export function writeReport(root: string, content: ReportContent): string {
  if (!isKind(content.kind)) throw fail('kind_invalid', { operation: 'write', target: content.kind });
  const path = reportPath(content.kind);
  const whole = join(root, path);
  try {
    makeFolders(dirname(whole));
    if (!isInside(root, whole)) throw new Error('a link leads out of the repository');
    writeAtomically(whole, reportText(content));
  } catch (cause) {
    throw fail('write_report', { operation: 'write', target: path, cause });
  }
  return path;
}
