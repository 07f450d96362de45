// A report of an auditor: who says what about which commits, and whether its digest is that of its body.

import { digestOf } from '../../../ctx/src/kit/digest.js';
import { fail } from '../codes.js';
import { type Split, splitFrontmatter } from './frontmatter.js';

export const statuses = ['clean', 'findings'] as const;
export type Status = (typeof statuses)[number];

/** What the report says of its own digest, compared with the one that its body has. */
export const digestVerdicts = ['verified', 'wrong', 'missing'] as const;
export type DigestVerdict = (typeof digestVerdicts)[number];

/** What an auditor hands in; the digest is not among it. */
export interface ReportContent {
  readonly kind: string;
  readonly status: Status;
  /** Two commits, `FROM..TO`. */
  readonly commitRange: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly generator: string;
  readonly body: string;
}

export interface Report extends ReportContent {
  /** Of the body as it stands. */
  readonly digest: string;
  readonly digestVerdict: DigestVerdict;
}

const kindGrammar = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function isKind(text: string): boolean {
  return kindGrammar.test(text);
}

/** Reads the text of the report `id`; a report that names another kind than its file is not believed. */
export function parseReport(
  text: string,
  id: string,
  target: string,
  digested: (body: string) => string = digestOf,
): Report {
  const split = splitFrontmatter(text, target);
  const kind = required(split, 'kind', target);
  if (kind.value !== id) throw invalid(target, 'kind', kind.line, 'other_kind');
  const status = required(split, 'status', target);
  const known = statuses.find((each) => each === status.value);
  if (known === undefined) throw invalid(target, 'status', status.line, 'value');
  const generatedAt = required(split, 'generated-at', target);
  if (Number.isNaN(instantOf(generatedAt.value)))
    throw invalid(target, 'generated-at', generatedAt.line, 'value');
  const digest = digested(split.body);
  const said = split.fields.get('digest')?.value ?? '';
  return {
    kind: kind.value,
    status: known,
    commitRange: required(split, 'commit-range', target).value,
    generatedAt: generatedAt.value,
    generator: required(split, 'generator', target).value,
    body: split.body,
    digest,
    digestVerdict: said === '' ? 'missing' : said === digest ? 'verified' : 'wrong',
  };
}

export function reportText({
  kind,
  status,
  commitRange,
  generatedAt,
  generator,
  body,
}: ReportContent): string {
  const head = {
    kind,
    status,
    'commit-range': commitRange,
    'generated-at': generatedAt,
    generator,
    digest: digestOf(body),
  };
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}\n`);
  return `---\n${lines.join('')}---\n${body}`;
}

/** Only what says its day, time and zone: `Date.parse` alone would also take `1` and `tomorrow 5`. */
function instantOf(text: string): number {
  const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
  return iso.test(text) ? Date.parse(text) : Number.NaN;
}

function required({ fields }: Split, field: string, target: string) {
  const found = fields.get(field);
  if (found === undefined || found.value === '') throw invalid(target, field, found?.line ?? 1, 'missing');
  return found;
}

function invalid(target: string, field: string, line: number, rule: 'missing' | 'value' | 'other_kind') {
  return fail('parse_report', { operation: 'parse', target, field, line, rule });
}
