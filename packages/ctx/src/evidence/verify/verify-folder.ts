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
import { verifyFleetFolder } from './verify-fleet-folder.js';

export function verifyFolder(
  path: string,
  options: VerifyOptions = {},
  source?: SourceSession,
): Verification {
  const verifying = { path, options, source, findings: newFindings() };
  const { findings } = verifying;
  const kind = folderKind(path);
  switch (kind) {
    case 'traces':
    case 'trajectories':
    case 'summary':
      return looseAnswer(verifying, kind, path, checkLooseFolder(path, kind, findings));
    case 'fleet':
      return verifyFleetFolder(path, options);
    case 'reports':
      return overviewAnswer(verifying);
    case 'report':
    case 'export': {
      const files = filesOfFolder(path, findings);
      if (files.size === 0) findings.add('folder_empty', '.', 'the folder is empty');
      const checked = kind === 'report' ? checkReport(files, findings, false) : checkExport(files, findings);
      return folderAnswer(verifying, kind, files, checked);
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
  return looseAnswer({ path, options, source, findings }, kind, folder, facts);
}

/** One page of a report, by itself. */
export function verifyPage(path: string, options: VerifyOptions = {}, source?: SourceSession): Verification {
  const findings = newFindings();
  const bytes = bytesOf(path);
  if (bytes === undefined)
    findings.add('file_unexpected', basename(path), 'it is larger than any page that ctx writes');
  const files: FolderFiles = new Map(bytes === undefined ? [] : [[basename(path), bytes]]);
  const checked = checkReport(files, findings, true);
  return folderAnswer({ path, options, source, findings }, 'report', files, checked);
}

interface Verifying {
  readonly path: string;
  readonly options: VerifyOptions;
  readonly source: SourceSession | undefined;
  readonly findings: Findings;
}

const consistent = ['the digest of every file', 'that all files are of one session'];
const remade = 'that the files say what the session’s log says';
const sameBytes = 'every byte of each file, against the session’s log';
const sessionItself = 'the session itself';

function folderAnswer(
  verifying: Verifying,
  kind: 'export' | 'report',
  files: FolderFiles,
  { session_id, chain_head, runs }: CheckedFolder,
): Verification {
  const { source, findings } = verifying;
  if (source !== undefined) checkAgainst(source, kind, files, findings);
  checkHead(verifying, chain_head);
  return {
    ...answered(verifying),
    kind,
    session_id,
    files: files.size,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
    ...(chain_head !== undefined && { chain_head }),
    proves: source === undefined ? 'consistency' : 'made_from_session',
    checked: source === undefined ? consistent : [...consistent, sameBytes],
    not_checked: source === undefined ? [remade, sessionItself] : [],
    runs,
  };
}

const form = 'the form of each file';
const unchanged = 'that nobody changed it: it carries no digest, and only its session can show that';

function looseAnswer(verifying: Verifying, kind: LooseKind, folder: string, facts: LooseFacts): Verification {
  const { source, findings } = verifying;
  const { session_id, chain_head, runs, sizes, made } = facts;
  if (sizes.size === 0) findings.add('folder_empty', '.', 'the folder is empty');
  if (source === undefined)
    findings.add('digest_missing', '.', `${called[kind]} no digest: --session SESSION checks it`);
  else if (sourceHolds(source, findings))
    checkLooseAgainst(folder, source.loose(kind, made), facts, findings);
  // Traces name no head.
  checkHead(verifying, kind === 'traces' ? source?.verification.chain_head : chain_head);
  return {
    ...answered(verifying),
    kind,
    session_id,
    files: sizes.size,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    ...(chain_head !== undefined && { chain_head }),
    proves: source === undefined ? 'form' : 'made_from_session',
    checked: source === undefined ? [form] : [form, sameBytes],
    not_checked: [
      ...(source === undefined ? [unchanged, sessionItself] : []),
      ...((made.links ?? []).length > 0 ? ['where its links lead: whoever exported it chose them'] : []),
    ],
    runs,
  };
}

const called = {
  traces: 'traces carry',
  trajectories: 'trajectories carry',
  summary: 'a summary carries',
} as const;

function overviewAnswer(verifying: Verifying): Verification {
  const { files, bytes } = checkReports(verifying.path, verifying.findings);
  checkHead(verifying, undefined);
  return {
    ...answered(verifying),
    kind: 'reports',
    session_id: '',
    files,
    bytes,
    proves: 'consistency',
    checked: ['the digest of every page', 'every report, against the index'],
    not_checked: [remade, 'the sessions themselves'],
    runs: [],
  };
}

/** Once everything was checked. */
function answered({ path, options, findings }: Verifying) {
  return {
    path,
    verdict: findings.verdict,
    head_checked: options.head !== undefined,
    findings: findings.list,
    findings_left_out: findings.leftOut,
  };
}

function checkHead({ options: { head }, findings }: Verifying, actual: string | undefined): void {
  if (head !== undefined && head !== actual)
    findings.add('head_mismatch', '.', 'it was generated from a session whose head is not the given one');
}
