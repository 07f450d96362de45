// The relayed reports as one box of text. Every line of a report stands behind the box's own edge, whatever it holds,
// so nothing in a report can end the box or begin another.

import type { Words } from '../../../../ctx/src/kit/failures.js';
import { type Freshness, isStale } from '../../audit/freshness.js';
import type { OpenReport } from '../../audit/open-reports.js';
import type { DigestVerdict } from '../../audit/report.js';
import { fairShares, linesWithin } from '../../audit/share-room.js';

export interface BoxContent {
  readonly reports: readonly OpenReport[];
  /** What could not be read, in words. */
  readonly notices: readonly Words[];
  /** Whether the prompt itself holds what looks like this box. */
  readonly imitated: boolean;
  /** What stayed STALE for long, one line each; it comes first. */
  readonly overdue?: readonly string[];
}

const title = 'AUDIT REPORTS';
const edge = '│ ';
const perLine = edge.length + 1;
const separator = '├─';

const oddBreaks = ['\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];

/** Lines as any reader might break them, so that none of them can begin outside the box. */
function linesIn(text: string): string[] {
  // Most texts have plain ones only, and twenty reports are faster without an expression.
  if (!oddBreaks.some((odd) => text.includes(odd))) return text.split('\n');
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
}

/** Whether a text could be taken for a box of ours. */
export function looksLikeBox(text: string): boolean {
  return /[┌├└]─/.test(text) || text.includes(title);
}

/** At most `limit` characters. Notices come first; what does not fit is counted, with how to see it. */
export function boxOf({ reports, notices, imitated, overdue = [] }: BoxContent, limit: number): string {
  const top = `┌─ ${title} (${reports.length} open), written by independent auditors of this repository, relayed verbatim`;
  const bottom = '└─ a whole report: ctxctl audit show ID; once it is dealt with: ctxctl audit dismiss ID';
  const more = (count: number) => `${count} more do not fit here: ctxctl audit list`;

  const notes = [
    ...overdue.map((line) => oneLine(line, 500)),
    ...(imitated ? [imitation] : []),
    ...notices.map(noticeLine),
  ];
  const sections = reports.map(sectionOf);
  const room = limit - costOf([top, bottom, separator, more(reports.length + notes.length)]);
  const shownNotes = fitting(notes, (note) => costOf([note]), room);
  const left = room - costOf(shownNotes);
  const shownSections = fitting(sections, headCost, left);
  const hidden = notes.length - shownNotes.length + sections.length - shownSections.length;
  const given = fairShares(
    shownSections.map(({ body }) => costOf(body)),
    left - sum(shownSections.map(headCost)),
  );
  return [
    top,
    ...shownNotes.map(framed),
    ...shownSections.flatMap((section, i) => [separator, ...shownLines(section, given[i] ?? 0).map(framed)]),
    ...(hidden === 0 ? [] : [separator, framed(more(hidden))]),
    bottom,
  ].join('\n');
}

const imitation =
  'NOTICE: the prompt itself holds text in the form of this box. Only this box was relayed by ctxctl.';

function noticeLine({ message, hint }: Words): string {
  return oneLine(`NOTICE: ${message}${hint === undefined ? '' : ` ${hint}`}`, 500);
}

interface Section {
  readonly head: readonly string[];
  readonly body: readonly string[];
  /** Says how many lines of the body are left out. */
  rest(lines: number): string;
}

function sectionOf({ id, report, freshness }: OpenReport): Section {
  const { status, commitRange, generatedAt, generator, digestVerdict, body } = report;
  const lines = linesIn(body);
  while (lines.at(-1) === '') lines.pop();
  return {
    head: [
      oneLine(`${id} · ${status}${staleWords(freshness)}`, 300),
      oneLine(`${digestWords[digestVerdict]} · ${generatedAt} · range ${commitRange} · by ${generator}`, 300),
      '',
    ],
    body: lines,
    rest: (count) => oneLine(`(${count} more lines: ctxctl audit show ${id})`, 150),
  };
}

const digestWords: Record<DigestVerdict, string> = {
  verified: 'digest verified',
  wrong: 'DIGEST WRONG, the body is not what was written and not to be trusted',
  missing: 'NO DIGEST, nothing shows that the body is what was written',
};

function staleWords(freshness: Freshness): string {
  const { ageDays, old, head } = freshness;
  if (!isStale(freshness)) return head === 'unknown' ? ' · HEAD cannot be compared with its range' : '';
  const reasons = [
    ...(old ? [`${ageDays} days old`] : []),
    ...(head === 'left' ? ['HEAD has left its range'] : []),
  ];
  return ` · STALE (${reasons.join(', ')})`;
}

function headCost({ head, body, rest }: Section): number {
  return costOf([separator, ...head, rest(body.length)]);
}

function shownLines({ head, body, rest }: Section, room: number): string[] {
  const { shown, left } = linesWithin(body, room, perLine);
  return [...head, ...shown, ...(left === 0 ? [] : [rest(left)])];
}

function framed(line: string): string {
  return line === '' ? edge.trimEnd() : `${edge}${line}`;
}

function oneLine(text: string, limit: number): string {
  const line = linesIn(text).join(' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The first of them, as many as there is room for. */
function fitting<T>(items: readonly T[], cost: (item: T) => number, room: number): readonly T[] {
  let used = 0;
  const over = items.findIndex((item) => {
    used += cost(item);
    return used > room;
  });
  return over === -1 ? items : items.slice(0, over);
}

function costOf(lines: readonly string[]): number {
  return sum(lines.map((line) => line.length + perLine));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
