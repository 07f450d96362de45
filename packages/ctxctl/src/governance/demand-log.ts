// The demand log: a Markdown file that people also edit by hand. What ctxctl did not write stays byte for byte.

import { fail } from '../codes.js';
import { type NumberedLine, type Section, sectionBelow, withLineAfter } from './log-lines.js';

export const demandLogPath = 'governance/opt-out-demand-log.md';

export const outcomes = ['promoted', 'declined', 'withdrawn'] as const;

/** What became of a signal: it counts no longer. */
export interface Resolution {
  readonly date: string;
  readonly outcome: (typeof outcomes)[number];
  readonly note?: string;
}

export interface Signal {
  readonly source: string;
  readonly surface: string;
  readonly use_case: string;
  readonly why: string;
  readonly date: string;
  readonly resolved?: Resolution;
}

const labels = {
  source: 'Source',
  surface: 'Surface',
  use_case: 'Use case',
  why: 'Why the present output is not enough',
  date: 'Date',
  resolved: 'Resolved',
} as const satisfies Record<keyof Signal, string>;

/** What the log's entries are held against. */
export interface LogRules {
  readonly isSurface: (name: string) => boolean;
  /** No signal is of a later day. */
  readonly lastDay: string;
}

/** The day that has begun somewhere on earth, in the farthest east. */
export function lastDayAt(now: number): string {
  return new Date(now + 14 * 3_600_000).toISOString().slice(0, 10);
}

/**
 * Every `### …` section below `## Signals` is one signal, with one `- Label: text` line a field. A surface that does
 * not exist is an error: a mistyped one would otherwise count for nothing and nobody would notice.
 */
export function parseDemandLog(text: string, rules: LogRules): Signal[] {
  return signalsIn(text, rules).map(({ signal }) => signal);
}

interface PlacedSignal {
  readonly signal: Signal;
  readonly lastField: NumberedLine;
}

function signalsIn(text: string, rules: LogRules): PlacedSignal[] {
  const { lines, start, end } = signalLines(text);
  const signals: PlacedSignal[] = [];
  let heading: NumberedLine | undefined;
  let lastField: NumberedLine | undefined;
  let fields = new Map<string, string>();
  const finish = () => {
    if (heading !== undefined) {
      const signal = signalFrom(fields, heading.number, rules);
      signals.push({ signal, lastField: lastField ?? heading });
    }
    fields = new Map();
    lastField = undefined;
  };
  for (const line of lines.slice(start, end)) {
    if (line.text.startsWith('### ')) {
      finish();
      heading = line;
    } else if (heading !== undefined && line.text.startsWith('- ')) {
      readField(fields, line.text, line.number);
      lastField = line;
    }
  }
  finish();
  return signals;
}

function signalLines(text: string): Section {
  const section = sectionBelow(text, 'Signals', malformed);
  if (section !== undefined) return section;
  throw malformed(text.split('\n').length, 'there is no heading `## Signals`');
}

function readField(fields: Map<string, string>, line: string, number: number) {
  const found = /^- ([^:]+):\s*(.*?)\s*$/.exec(line);
  const label = found?.[1];
  if (found === null || label === undefined || !Object.values<string>(labels).includes(label)) {
    throw malformed(number, `a signal has only these fields: ${Object.values(labels).join(', ')}`);
  }
  if (fields.has(label)) throw malformed(number, `\`${label}\` appears twice`);
  fields.set(label, found[2] ?? '');
}

function signalFrom(
  fields: ReadonlyMap<string, string>,
  line: number,
  { isSurface, lastDay }: LogRules,
): Signal {
  const field = (name: Exclude<keyof Signal, 'resolved'>) => {
    const value = fields.get(labels[name]);
    if (value === undefined || value === '') throw malformed(line, `the signal has no \`${labels[name]}\``);
    return value;
  };
  const resolved = fields.get(labels.resolved);
  const signal = {
    source: field('source'),
    surface: field('surface'),
    use_case: field('use_case'),
    why: field('why'),
    date: field('date'),
    ...(resolved !== undefined && { resolved: resolutionFrom(resolved, line) }),
  };
  if (!isDay(signal.date)) throw malformed(line, `\`${signal.date}\` is not a date`);
  if (signal.date > lastDay) throw malformed(line, `\`${signal.date}\` is in the future`);
  if (!isSurface(signal.surface)) throw malformed(line, `there is no surface \`${signal.surface}\``);
  return signal;
}

function resolutionFrom(text: string, line: number): Resolution {
  const [, date = '', word = '', note] = /^(\S+) ([a-z]+)(?:: (.+))?$/.exec(text) ?? [];
  const outcome = outcomes.find((one) => one === word);
  if (outcome === undefined || !isDay(date))
    throw malformed(
      line,
      `\`Resolved\` is a day and one of ${outcomes.join(', ')}, as \`2026-11-15 promoted\``,
    );
  return { date, outcome, ...(note !== undefined && { note }) };
}

export function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A signal as the log can hold it: every field on one line. */
export function onOneLine(signal: Signal): Signal {
  return {
    source: flat(signal.source),
    surface: flat(signal.surface),
    use_case: flat(signal.use_case),
    why: flat(signal.why),
    date: flat(signal.date),
  };
}

/** The log's text with one more signal at the end of its signals; all that was there stays as it was. */
export function withSignal(text: string, signal: Signal): string {
  const { lines, end } = signalLines(text);
  const offset = lines[end]?.offset ?? text.length;
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const section = [
    `### ${signal.surface}: ${signal.source}`,
    '',
    `- ${labels.source}: ${signal.source}`,
    `- ${labels.surface}: ${signal.surface}`,
    `- ${labels.use_case}: ${signal.use_case}`,
    `- ${labels.why}: ${signal.why}`,
    `- ${labels.date}: ${signal.date}`,
    '',
  ].join(newline);
  return `${before}${gapAfter(before, newline)}${section}${after === '' ? '' : newline}${after}`;
}

/** The log's text with these open signals resolved; all else stays as it was. */
export function withResolved(
  text: string,
  rules: LogRules,
  isMeant: (signal: Signal) => boolean,
  { date, outcome, note }: Resolution,
): { readonly text: string; readonly resolved: readonly Signal[] } {
  const meant = signalsIn(text, rules).filter(
    ({ signal }) => signal.resolved === undefined && isMeant(signal),
  );
  const line = `- ${labels.resolved}: ${date} ${outcome}${note === undefined ? '' : `: ${note}`}`;
  const changed = meant.reduceRight((whole, { lastField }) => withLineAfter(whole, lastField, line), text);
  return { text: changed, resolved: meant.map(({ signal }) => signal) };
}

/** What is missing for one empty line. */
function gapAfter(text: string, newline: string): string {
  if (/\n\r?\n$/.test(text)) return '';
  return text.endsWith('\n') ? newline : newline + newline;
}

/** `YYYY-MM-DD`, and a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function malformed(line: number, problem: string) {
  return fail('demand_log_malformed', { operation: 'parse', target: demandLogPath, line, problem });
}
