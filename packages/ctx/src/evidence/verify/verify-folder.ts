// A verdict over a folder that `report` or `export` made, or over one page, from nothing but its files.

import { basename, dirname } from 'node:path';
import { type CheckedFolder, checkExport } from './check-export.js';
import { checkLooseAgainst, checkLooseFiles, checkLooseFolder, type LooseFacts } from './check-loose.js';
import { checkReport } from './check-report.js';
import { checkReports } from './check-reports.js';
import { type Findings, newFindings } from './findings.js';
import { bytesOf, type FolderFiles, filesOfFolder } from './folder-files.js';
import { folderKind } from './folder-kind.js';
import type { LooseKind } from './loose-kind.js';
import { checkAgainst, type SourceSession, sourceHolds } from './source-session.js';
import type { Verification, VerifyOptions } from './verification.js';

export function verifyFolder(
  path: string,
  options: VerifyOptions = {},
  source?: SourceSession,
): Verification {
  const kind = folderKind(path);
  const findings = newFindings();
  switch (kind) {
    case 'traces':
    case 'trajectories':
    case 'summary':
      return looseAnswer(path, path, kind, checkLooseFolder(path, kind, findings), findings, options, source);
    case 'reports':
      return overviewAnswer(path, findings, options);
    case 'report':
    case 'export': {
      const files = filesOfFolder(path, findings);
      if (files.size === 0) findings.add('folder_empty', '.', 'there is no file in it');
      const checked = kind === 'report' ? checkReport(files, findings, false) : checkExport(files, findings);
      return answerOf(path, kind, files, checked, findings, options, source);
    }
  }
}

/** One file of traces, one trajectory or a summary, by itself. */
export function verifyLooseFile(
  path: string,
  kind: LooseKind,
  options: VerifyOptions = {},
  source?: SourceSession,
): Verification {
  const findings = newFindings();
  const folder = dirname(path);
  const facts = checkLooseFiles(folder, [basename(path)], kind, findings);
  return looseAnswer(path, folder, kind, facts, findings, options, source);
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
  checkHead(head, chain_head, findings);
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

const form = 'each file is written as ctx writes it';
const unchanged = 'that nobody changed it: it carries no digest, and only its session can show that';

function looseAnswer(
  path: string,
  folder: string,
  kind: LooseKind,
  facts: LooseFacts,
  findings: Findings,
  { head }: VerifyOptions,
  source: SourceSession | undefined,
): Verification {
  const { session_id, chain_head, runs, sizes, made } = facts;
  if (sizes.size === 0) findings.add('folder_empty', '.', 'there is no file in it');
  if (source === undefined)
    findings.add('digest_missing', '.', `${called[kind]} no digest: --session SESSION checks it`);
  else if (sourceHolds(source, findings))
    checkLooseAgainst(folder, source.loose(kind, made), facts, findings);
  // Traces name no head.
  checkHead(head, kind === 'traces' ? source?.verification.chain_head : chain_head, findings);
  return {
    path,
    kind,
    verdict: findings.verdict,
    session_id,
    files: sizes.size,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    ...(chain_head !== undefined && { chain_head }),
    proves: source === undefined ? 'form' : 'made_from_session',
    checked:
      source === undefined ? [form] : [form, 'each file is, byte for byte, what the session’s log gives'],
    not_checked: [
      ...(source === undefined ? [unchanged, 'that the session itself holds'] : []),
      ...((made.links ?? []).length > 0 ? ['where its links lead: whoever made it gave them'] : []),
    ],
    head_checked: head !== undefined,
    runs,
    findings: findings.list,
    findings_left_out: findings.leftOut,
  };
}

const called = {
  traces: 'traces carry',
  trajectories: 'trajectories carry',
  summary: 'a summary carries',
} as const;

function overviewAnswer(path: string, findings: Findings, { head }: VerifyOptions): Verification {
  const { files, bytes } = checkReports(path, findings);
  checkHead(head, undefined, findings);
  return {
    path,
    kind: 'reports',
    verdict: findings.verdict,
    session_id: '',
    files,
    bytes,
    proves: 'consistency',
    checked: ['every page has the digest that it claims', 'the index names every report, and each as it is'],
    not_checked: [remade, 'that the sessions themselves hold'],
    head_checked: head !== undefined,
    runs: [],
    findings: findings.list,
    findings_left_out: findings.leftOut,
  };
}

function checkHead(wanted: string | undefined, head: string | undefined, findings: Findings): void {
  if (wanted !== undefined && wanted !== head)
    findings.add(
      'head_mismatch',
      '.',
      'it was made from a session with another head than the one that was given',
    );
}
