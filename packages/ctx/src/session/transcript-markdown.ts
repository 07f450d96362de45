// A transcript as Markdown that a person reads. Nothing that a model or a tool said can pass for our own headings.

import type { Transcript, TranscriptEntry } from './transcript.js';
import type { TranscriptForm } from './write-transcript.js';

export function markdownOf(transcript: Transcript): string {
  const parts: string[] = [];
  const form = markdownForm((text) => parts.push(text));
  form.begin(transcript);
  for (const run of transcript.runs) {
    form.beginRun(run);
    for (const turn of run.turns) {
      form.beginTurn(turn);
      for (const entry of turn.messages) form.entry(entry);
      form.endTurn();
    }
    form.endRun();
  }
  form.end();
  return parts.join('');
}

/** The same, piece by piece. */
export function markdownForm(write: (text: string) => void): TranscriptForm {
  const blocks = (...texts: readonly string[]) => {
    for (const text of texts) write(`\n\n${text}`);
  };
  return {
    begin({ session_id, created_at }) {
      write(`# Session ${code(session_id)}`);
      blocks(`Opened ${created_at}.`);
    },
    beginRun: ({ run_id, model, stop_reason }) =>
      blocks(`## Run ${code(run_id)}`, `Model ${code(model)}; ${stop_reason ?? 'open'}.`),
    beginTurn: ({ turn, stop_reason }) => blocks(`### Turn ${turn}: ${stop_reason ?? 'open'}`),
    entry: (entry) => blocks(...entryBlocks(entry)),
    endTurn() {},
    endRun() {},
    end: () => write('\n'),
  };
}

function entryBlocks(entry: TranscriptEntry): string[] {
  switch (entry.role) {
    case 'user':
      return ['**User**', quoted(entry.text)];
    case 'assistant':
      return ['**Assistant**', quoted(entry.text)];
    case 'reasoning':
      return ['**Reasoning**', quoted(entry.text)];
    case 'tool_call':
      return [`**Calls ${code(entry.tool)}**`, fenced(inputText(entry.input))];
    case 'tool_result':
      return [`**${code(entry.tool)} ${outcome(entry)}**`, fenced(entry.output)];
    case 'tool_denied':
      return [`**${code(entry.tool)} was denied**`, quoted(entry.reason)];
  }
}

function outcome(result: { is_error: boolean; interrupted?: true }): string {
  if (result.interrupted) return 'was interrupted';
  return result.is_error ? 'failed' : 'returned';
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input, undefined, 2) ?? '');
}

/** A quotation ends where its marks end, whatever Markdown or HTML it holds. CR alone ends a line in Markdown, too. */
function quoted(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A fence that is longer than any run of backticks inside it. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function code(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  const ticks = '`'.repeat(longestTicks(line) + 1);
  const gap = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${gap}${line}${gap}${ticks}`;
}

function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
