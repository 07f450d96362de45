// A verdict over a folder that `report` or `export` made, or over one page, from nothing but its files.

import { basename } from 'node:path';
import { type CheckedFolder, checkExport, looksLikeExport } from './check-export.js';
import { checkReport, looksLikeReport } from './check-report.js';
import { type Findings, newFindings } from './findings.js';
import { bytesOf, type FolderFiles, filesOfFolder } from './folder-files.js';
import { checkAgainst, type SourceSession } from './source-session.js';
import type { Verification, VerifyOptions } from './verification.js';

export function verifyFolder(
  path: string,
  options: VerifyOptions = {},
  source?: SourceSession,
): Verification {
  const findings = newFindings();
  const files = filesOfFolder(path, findings);
  const names = [...files.keys()];
  if (names.length === 0) findings.add('folder_empty', '.', 'there is no file in it');
  const isReport = looksLikeReport(names) && !looksLikeExport(names);
  const checked = isReport ? checkReport(files, findings, false) : checkExport(files, findings);
  return answerOf(path, isReport ? 'report' : 'export', files, checked, findings, options, source);
}

/** One page of a report, by itself. */
export function verifyPage(path: string, options: VerifyOptions = {}, source?: SourceSession): Verification {
  const findings = newFindings();
  const bytes = bytesOf(path);
  if (bytes === undefined)
    findings.add('file_unexpected', basename(path), 'it is larger than any page of ours');
  const files: FolderFiles = new Map(bytes === undefined ? [] : [[basename(path), bytes]]);
  return answerOf(path, 'report', files, checkReport(files, findings, true), findings, options, source);
}

const consistent = [
  'every file has the digest that it or its sidecar claims',
  'all files are of one session',
];
const remade = 'that the files tell what the session’s log says';

function answerOf(
  path: string,
  kind: 'export' | 'report',
  files: FolderFiles,
  { session_id, chain_head, runs }: CheckedFolder,
  findings: Findings,
  { head }: VerifyOptions,
  source: SourceSession | undefined,
): Verification {
  if (source !== undefined) checkAgainst(source, kind, files, findings);
  if (head !== undefined && head !== chain_head)
    findings.add(
      'head_mismatch',
      '.',
      'it was made from a session with another head than the one that was given',
    );
  return {
    path,
    kind,
    verdict: findings.verdict,
    session_id,
    files: files.size,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
    ...(chain_head !== undefined && { chain_head }),
    proves: source === undefined ? 'consistency' : 'made_from_session',
    checked:
      source === undefined
        ? consistent
        : [...consistent, 'each file is, byte for byte, what the session’s log gives'],
    not_checked: source === undefined ? [remade, 'that the session itself holds'] : [],
    head_checked: head !== undefined,
    runs,
    findings: findings.list,
    findings_left_out: findings.leftOut,
  };
}
