// All reports of a repository, each read on its own: one that cannot be read takes none of the others with it.

import { closeSync, fstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../ctx/src/disk/inside.js';
import { openRegularFile } from '../../../ctx/src/disk/read.js';
import { Failure, isSystemError } from '../../../ctx/src/protocol/failure.js';
import { fail } from '../codes.js';
import { parseReport, type Report } from './report.js';

/** The report's id is its file's name without `.md`. */
export type Shelved =
  | { readonly id: string; readonly path: string; readonly report: Report }
  | { readonly id: string; readonly path: string; readonly failure: Failure };

export const auditFolder = '.context/audit';

/** Notes, not books: what is larger is no report. */
const largestReport = 1 << 20;

export function reportPath(id: string): string {
  return `${auditFolder}/${id}.md`;
}

/** Every report by its id, in the order of the ids. A folder that is not there holds none. */
export function readShelf(root: string): Shelved[] {
  return reportIds(root).map((id) => readShelved(root, id));
}

export function readShelved(root: string, id: string): Shelved {
  const path = reportPath(id);
  try {
    return { id, path, report: parseReport(reportBytes(root, path), id, path) };
  } catch (error) {
    if (error instanceof Failure) return { id, path, failure: error };
    throw error;
  }
}

function reportIds(root: string): string[] {
  try {
    const names = readdirSync(join(root, auditFolder));
    return names
      .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
      .map((name) => name.slice(0, -'.md'.length))
      .sort();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return [];
    throw unreadable(auditFolder, cause);
  }
}

/** The text of a report. A link that leads out of the repository would relay what is none of its business. */
function reportBytes(root: string, path: string): string {
  const whole = join(root, path);
  try {
    if (!isInside(root, whole)) throw new ReportProblem('outside');
    const descriptor = openRegularFile(whole);
    try {
      if (fstatSync(descriptor).size > largestReport) throw new ReportProblem('too_large');
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
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
  if (cause instanceof Failure) return 'not_a_file';
  if (isSystemError(cause, 'ERR_ENCODING_INVALID_ENCODED_DATA')) return 'not_text';
  if (isSystemError(cause, 'EACCES', 'EPERM')) return 'permission';
  if (isSystemError(cause, 'ENOENT')) return 'missing';
  if (isSystemError(cause, 'ENOTDIR', 'EISDIR')) return 'not_a_file';
  return 'system';
}
