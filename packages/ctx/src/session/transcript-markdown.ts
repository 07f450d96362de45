// A transcript as Markdown that a person reads. Nothing that a model or a tool said can pass for our own headings.

import type { Transcript, TranscriptEntry, TranscriptRun, TranscriptTurn } from './transcript.js';

export function markdownOf(transcript: Transcript): string {
  const blocks = [
    `# Session ${code(transcript.session_id)}`,
    `Opened ${transcript.created_at}.`,
    ...transcript.runs.flatMap(runBlocks),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function runBlocks(run: TranscriptRun): string[] {
  const model = `Model ${code(run.model)}; ${run.stop_reason ?? 'open'}.`;
  return [`## Run ${code(run.run_id)}`, model, ...run.turns.flatMap(turnBlocks)];
}

function turnBlocks(turn: TranscriptTurn): string[] {
  return [`### Turn ${turn.turn}: ${turn.stop_reason ?? 'open'}`, ...turn.messages.flatMap(entryBlocks)];
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
