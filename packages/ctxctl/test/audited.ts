// A git repository with audit reports, for one test.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, writeFiles } from '../../ctx/test/folder.js';
import { git as gitIn } from '../../ctx/test/git.js';
import { type ReportContent, reportText } from '../src/audit/report.js';
import { auditFolder, reportPath } from '../src/audit/reports.js';

export interface Audited {
  readonly root: string;
  /** Commits all that is there, with these files changed, and gives the commit's name. */
  commit(files?: Readonly<Record<string, string>>): string;
  git(...words: readonly string[]): string;
  write(files: Readonly<Record<string, string>>): void;
  read(path: string): string;
}

/** On the branch `main`, with one commit of these files. */
export function auditedRepository(files: Readonly<Record<string, string>> = {}): Audited {
  const root = temporaryFolder();
  const git = (...words: readonly string[]) => gitIn(root, ...words).trim();
  const write = (more: Readonly<Record<string, string>>) => writeFiles(root, more);
  const commit = (more: Readonly<Record<string, string>> = {}) => {
    write(more);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'a step');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  commit({ '.context/.gitignore': 'audit/\n', ...files });
  return { root, commit, git, write, read: (path) => readFileSync(join(root, path), 'utf8') };
}

/** The time of the test's clock. */
export const testTime = '2026-11-15T20:00:00Z';

export function findings(kind: string, more: Partial<ReportContent> = {}): ReportContent {
  return {
    kind,
    status: 'findings',
    commitRange: `${'a'.repeat(40)}..${'b'.repeat(40)}`,
    generatedAt: testTime,
    generator: 'an auditor',
    body: `# ${kind}\n\n- something is wrong\n`,
    ...more,
  };
}

/** The files of these reports, by path. */
export function reportFiles(...reports: readonly ReportContent[]): Record<string, string> {
  return Object.fromEntries(reports.map((report) => [reportPath(report.kind), reportText(report)]));
}

export const ledgerFile = `${auditFolder}/.dismissed.json`;
