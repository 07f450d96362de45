// All reports of a repository, each read on its own: one that cannot be read takes none of the others with it.

import { isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../../ctx/src/kit/digest.js';
import { Failure, isSystemError } from '../../../ctx/src/kit/failures.js';
import { NotPlain, readProjectFile } from '../../../ctx/src/kit/plain-file.js';
import { fail } from '../codes.js';
import { parseReport, type Report } from './report.js';

/** The report's id is its file's name without `.md`. */
export type ReportFile =
  | { readonly id: string; readonly path: string; readonly report: Report }
  | { readonly id: string; readonly path: string; readonly failure: Failure };

export const auditFolder = '.context/audit';

/** Notes, not books: what is larger is no report. */
const largestReport = 1 << 20;

export function reportPath(id: string): string {
  return `${auditFolder}/${id}.md`;
}

/** Every report by its id, in the order of the ids. A folder that is not there holds none. */
export function readReports(root: string, digested: (body: string) => string = digestOf): ReportFile[] {
  let names: string[];
  try {
    names = readdirSync(join(root, auditFolder));
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return [];
    throw unreadable(auditFolder, cause);
  }
  return names
    .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
    .map((name) => readEntry(root, name, digested))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readEntry(root: string, name: string, digested: (body: string) => string): ReportFile {
  const id = name.slice(0, -'.md'.length);
  const path = reportPath(id);
  try {
    return { id, path, report: parseReport(textOf(root, path), id, path, digested) };
  } catch (error) {
    if (error instanceof Failure && error.row.kind === 'parse') return { id, path, failure: error };
    return { id, path, failure: unreadable(path, error) };
  }
}

/** Bytes that are no text become what no report holds. */
function textOf(root: string, path: string): string {
  const bytes = readProjectFile(root, join(root, path), largestReport);
  const text = bytes.toString();
  if (text.includes('\ufffd') && !isUtf8(bytes)) throw new ReportProblem('not_text');
  return text;
}

type Reason = 'outside' | 'too_large' | 'not_text' | 'not_a_file' | 'permission' | 'missing' | 'system';

class ReportProblem extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

function unreadable(target: string, cause: unknown): Failure {
  return fail('read_report', { operation: 'read', target, cause, reason: reasonOf(cause) });
}

function reasonOf(cause: unknown): Reason {
  if (cause instanceof ReportProblem) return cause.reason;
  if (cause instanceof NotPlain) return cause.reason === 'folder' ? 'not_a_file' : cause.reason;
  if (isSystemError(cause, 'EACCES', 'EPERM')) return 'permission';
  if (isSystemError(cause, 'ENOENT')) return 'missing';
  if (isSystemError(cause, 'ENOTDIR', 'EISDIR')) return 'not_a_file';
  return 'system';
}
