// What a scan answers: its schema, and the text that a person reads.

import * as t from 'typebox';
import { columns, neutral, styled, type Terminal } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { because } from '../scan/because.js';
import type { Scan } from '../scan/scan.js';
import { type Category, categories } from '../scan/technology.js';
import { counted } from '../text/counted.js';

const finding = t.Object(
  {
    name: t.String(),
    category: t.Enum(categories),
    confidence: t.Number({ minimum: 0, maximum: 1 }),
    evidence: t.Array(
      t.Object(
        {
          file: t.String(),
          line: t.Optional(t.Integer()),
          key: t.Optional(t.String()),
          value: t.Optional(t.String()),
        },
        closed,
      ),
    ),
    evidence_count: t.Integer(),
  },
  closed,
);

export const scanFields = {
  root: t.String(),
  files: t.Object({ count: t.Integer(), source: t.Enum(['git', 'walk']) }, closed),
  findings: t.Array(finding),
  packages: t.Array(
    t.Object(
      { path: t.String(), name: t.Optional(t.String()), aside: t.Boolean(), findings: t.Array(finding) },
      closed,
    ),
  ),
  notes: t.Array(t.Object({ file: t.String(), problem: t.String() }, closed)),
};

const answer = t.Object(scanFields, closed);

export type ScanAnswer = t.Static<typeof answer>;

export function scanAnswer(scan: Scan): ScanAnswer {
  const plain = ({ evidence, ...rest }: Scan['findings'][number]) => ({ ...rest, evidence: [...evidence] });
  return {
    root: scan.root,
    files: { ...scan.files },
    findings: scan.findings.map(plain),
    packages: scan.packages.map(({ findings, ...rest }) => ({ ...rest, findings: findings.map(plain) })),
    notes: [...scan.notes],
  };
}

const titles: Readonly<Record<Category, string>> = {
  language: 'Languages',
  framework: 'Frameworks and libraries',
  data_store: 'Data stores',
  infrastructure: 'Infrastructure',
  service: 'Services',
  testing: 'Testing',
  ai_tooling: 'AI tooling',
  build_system: 'Build and checks',
  docs: 'Documentation',
  project_type: 'What it is',
};

export function renderScan(scan: ScanAnswer, terminal: Terminal): string {
  const { count, source } = scan.files;
  const files = `${counted(count, 'file')}${source === 'git' ? ', by git' : ''}`;
  const parts = [`${styled(terminal, 'bold', neutral(scan.root))}  ${styled(terminal, 'dim', files)}\n`];
  const width = Math.max(0, ...scan.findings.map(({ name }) => name.length));
  for (const category of ['project_type', ...categories.filter((name) => name !== 'project_type')] as const) {
    const own = scan.findings.filter((found) => found.category === category);
    if (own.length === 0) continue;
    const rows = own.map((found) => [found.name.padEnd(width), styled(terminal, 'dim', evidenceOf(found))]);
    parts.push(`${styled(terminal, 'bold', titles[category])}\n${columns(rows, '  ')}`);
  }
  if (scan.findings.length === 0) parts.push('Nothing that a scan knows by name.\n');
  if (scan.packages.length > 1) {
    const rows = scan.packages.map(({ path, name, aside, findings }) => [
      neutral(path),
      neutral(name ?? ''),
      styled(terminal, 'dim', `${made(findings)}${aside ? ' (an example)' : ''}`),
    ]);
    parts.push(`${styled(terminal, 'bold', `${rows.length} packages`)}\n${columns(rows, '  ')}`);
  }
  return parts.join('\n');
}

function evidenceOf(found: ScanAnswer['findings'][number]): string {
  const more = found.evidence_count - 1;
  return neutral(because(found)) + (more > 0 ? `, and ${more} more` : '');
}

/** A package in a few words: languages, then what is particular about it. */
function made(findings: ScanAnswer['findings']): string {
  const telling = findings.filter(
    ({ category }) => category !== 'build_system' && category !== 'project_type',
  );
  const names = telling.map(({ name }) => name).filter((name) => name !== 'node.js');
  return names.length > 8 ? `${names.slice(0, 8).join(', ')} …` : names.join(', ');
}

export function scanWarnings({ notes }: ScanAnswer): string[] {
  return notes.map(({ file, problem }) => `${file}: ${problem}`);
}
