// All reports of a repository, each read on its own: one that cannot be read takes none of the others with it.

import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, isSystemError } from '../../../ctx/src/kit/failures.js';
import { isInside } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { digestOf } from './digest.js';
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
export function readReports(root: string, digested = digestOf): ReportFile[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(root, auditFolder), { withFileTypes: true });
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return [];
    throw unreadable(auditFolder, cause);
  }
  const linked = isLinked(root);
  return entries
    .filter(({ name }) => name.endsWith('.md') && !name.startsWith('.'))
    .map((entry) => readEntry(root, entry, linked, digested))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readEntry(
  root: string,
  entry: Dirent,
  folderLinked: boolean,
  digested: typeof digestOf,
): ReportFile {
  const id = entry.name.slice(0, -'.md'.length);
  const path = reportPath(id);
  try {
    if (folderLinked || !entry.isFile()) checkPlace(join(root, path), root);
    return { id, path, report: parseReport(textOf(join(root, path)), id, path, digested) };
  } catch (error) {
    if (error instanceof Failure && error.row.kind === 'parse') return { id, path, failure: error };
    return { id, path, failure: unreadable(path, error) };
  }
}

/** A link that leads out of the repository would relay what is none of its business, and a pipe would never end. */
function checkPlace(path: string, root: string): void {
  if (!isInside(root, path)) throw new ReportProblem('outside');
  if (!statSync(path).isFile()) throw new ReportProblem('not_a_file');
}

/** Whether the folder itself is, or lies behind, a link. */
function isLinked(root: string): boolean {
  return [join(root, '.context'), join(root, auditFolder)].some((path) => lstatSync(path).isSymbolicLink());
}

/** Two calls for each of twenty reports that a host waits for; bytes that are no text become what no report holds. */
function textOf(path: string): string {
  if (statSync(path).size > largestReport) throw new ReportProblem('too_large');
  const text = readFileSync(path, 'utf8');
  if (text.includes('\ufffd') && !isUtf8(readFileSync(path))) throw new ReportProblem('not_text');
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
  if (isSystemError(cause, 'EACCES', 'EPERM')) return 'permission';
  if (isSystemError(cause, 'ENOENT')) return 'missing';
  if (isSystemError(cause, 'ENOTDIR', 'EISDIR')) return 'not_a_file';
  return 'system';
}
