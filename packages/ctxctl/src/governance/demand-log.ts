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

/** Every `### …` section below `## Signals` is one signal, with one `- Label: text` line a field. */
export function parseDemandLog(text: string): Signal[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^## Signals\s*$/.test(line));
  if (start === -1) throw malformed(lines.length, 'there is no heading `## Signals`');
  const signals: Signal[] = [];
  let heading: number | undefined;
  let fields = new Map<string, string>();
  const finish = () => {
    if (heading !== undefined) signals.push(signalFrom(fields, heading));
    fields = new Map();
  };
  for (let i = start + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (/^## /.test(line)) break;
    if (/^### /.test(line)) {
      finish();
      heading = i + 1;
    } else if (heading !== undefined && line.startsWith('- ')) readField(fields, line, i + 1);
  }
  finish();
  return signals;
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

function signalFrom(fields: ReadonlyMap<string, string>, line: number): Signal {
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
  return signal;
}

/** The log's text with one more signal at the end of its signals. */
export function withSignal(text: string, signal: Signal): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const fields = Object.entries(labels).map(([name, label]) => {
    const value = Object.entries(signal).find(([key]) => key === name)?.[1] ?? '';
    return `- ${label}: ${value.replace(/\s+/g, ' ').trim()}`;
  });
  const section = [`### ${signal.surface}: ${signal.source.replace(/\s+/g, ' ').trim()}`, '', ...fields].join(
    newline,
  );
  const { before, after } = splitAtEndOfSignals(text);
  return `${before.trimEnd()}${newline}${newline}${section}${newline}${after === '' ? '' : newline}${after}`;
}

function splitAtEndOfSignals(text: string) {
  const start = text.search(/^## Signals\s*$/m);
  const next = text.slice(start + 1).search(/^## /m);
  const end = next === -1 ? text.length : start + 1 + next;
  return { before: text.slice(0, end), after: text.slice(end) };
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
