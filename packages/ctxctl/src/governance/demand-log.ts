// The demand log: a Markdown file that people also edit by hand. What ctxctl did not write stays byte for byte.

import { fail } from '../codes.js';

export const demandLogPath = 'governance/opt-out-demand-log.md';

export interface Signal {
  readonly source: string;
  readonly surface: string;
  readonly use_case: string;
  readonly why: string;
  readonly date: string;
}

const labels = {
  source: 'Source',
  surface: 'Surface',
  use_case: 'Use case',
  why: 'Why the present output is not enough',
  date: 'Date',
} as const satisfies Record<keyof Signal, string>;

/**
 * Every `### …` section below `## Signals` is one signal, with one `- Label: text` line a field. A surface that does
 * not exist is an error: a mistyped one would otherwise count for nothing and nobody would notice.
 */
export function parseDemandLog(text: string, isSurface: (name: string) => boolean): Signal[] {
  const { lines, start, end } = signalLines(text);
  const signals: Signal[] = [];
  let heading: number | undefined;
  let fields = new Map<string, string>();
  const finish = () => {
    if (heading !== undefined) signals.push(signalFrom(fields, heading, isSurface));
    fields = new Map();
  };
  for (const { text, number } of lines.slice(start, end)) {
    if (text.startsWith('### ')) {
      finish();
      heading = number;
    } else if (heading !== undefined && text.startsWith('- ')) readField(fields, text, number);
  }
  finish();
  return signals;
}

interface Line {
  readonly text: string;
  readonly number: number;
  /** Where it begins in the whole text. */
  readonly offset: number;
}

/** The lines of the log that are not inside a code block, and which of them lie below `## Signals`. */
function signalLines(text: string): { lines: Line[]; start: number; end: number } {
  const lines: Line[] = [];
  let offset = 0;
  let fence: number | undefined;
  let number = 0;
  for (const whole of text.split('\n')) {
    const line = { text: whole.replace(/\r$/, ''), number: ++number, offset };
    const isFence = line.text.startsWith('```');
    if (isFence) fence = fence === undefined ? number : undefined;
    else if (fence === undefined) lines.push(line);
    offset += whole.length + 1;
  }
  if (fence !== undefined) throw malformed(fence, 'a code block begins here and never ends');
  const heading = lines.findIndex((line) => /^## Signals\s*$/.test(line.text));
  if (heading === -1) throw malformed(number, 'there is no heading `## Signals`');
  const next = lines.findIndex((line, i) => i > heading && line.text.startsWith('## '));
  return { lines, start: heading + 1, end: next === -1 ? lines.length : next };
}

function readField(fields: Map<string, string>, line: string, number: number) {
  const found = /^- ([^:]+):\s*(.*?)\s*$/.exec(line);
  const label = found?.[1];
  if (found === null || label === undefined || !Object.values<string>(labels).includes(label)) {
    throw malformed(number, `a signal has only these fields: ${Object.values(labels).join(', ')}`);
  }
  if (fields.has(label)) throw malformed(number, `\`${label}\` stands there twice`);
  fields.set(label, found[2] ?? '');
}

function signalFrom(
  fields: ReadonlyMap<string, string>,
  line: number,
  isSurface: (name: string) => boolean,
): Signal {
  const field = (name: keyof Signal) => {
    const value = fields.get(labels[name]);
    if (value === undefined || value === '') throw malformed(line, `the signal has no \`${labels[name]}\``);
    return value;
  };
  const signal = {
    source: field('source'),
    surface: field('surface'),
    use_case: field('use_case'),
    why: field('why'),
    date: field('date'),
  };
  if (!isDay(signal.date)) throw malformed(line, `\`${signal.date}\` is not a day that exists`);
  if (!isSurface(signal.surface)) throw malformed(line, `there is no surface \`${signal.surface}\``);
  return signal;
}

/** A signal as the log can hold it: every field on one line. */
export function onOneLine(signal: Signal): Signal {
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
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
