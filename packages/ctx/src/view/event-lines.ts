// The words for what an agent does, the same on a terminal and in a log: the calls, what came of them, what they cost.

import { dollars, tokens } from '../cli/amounts.js';
import { counted, neutral } from '../cli/terminal.js';
import { deniedBecause, type ToldDenial } from '../protocol/denied-words.js';
import type { RecordOf } from '../protocol/records.js';
import { plus } from '../session/tally.js';

const longestInput = 200;

/** What a call is about, in one line. */
export function brief(input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  const text = neutral(
    values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' '),
  ).trim();
  const [line = ''] = text.split('\n', 1);
  return line.length > longestInput || line !== text ? `${line.slice(0, longestInput)}…` : line;
}

export function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

export function turnTotals({ result }: RecordOf<'turn.closed'>): string {
  const { model_calls, tool_calls, usage } = result;
  const used = tokens(plus(usage.input_tokens, usage.output_tokens));
  return `${counted(model_calls, 'model call')}, ${counted(tool_calls, 'tool call')}, ${used}, ${dollars(usage.cost_microusd)}`;
}

export function denial(tool: string, input: unknown, told: ToldDenial): string {
  return `${neutral(tool)} ${brief(input)} denied${neutral(deniedBecause(told))}`;
}

const mostPaths = 5;

export function changes({ paths, left_out = 0, by }: RecordOf<'workspace.changed'>): string {
  const named = paths.slice(0, mostPaths).map(({ path, change }) => `${neutral(path)} (${change})`);
  const more = paths.length - named.length + left_out;
  const who = { call: '', turn: ' beside the calls', outside: ' since the last turn' }[by];
  return `${counted(paths.length + left_out, 'file')} changed${who}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function approval({ answer, by, via, scope, reason }: RecordOf<'approval.given'>): string {
  const why = reason === undefined ? '' : `: ${neutral(reason)}`;
  return `${answer === 'allow' ? 'allowed' : 'denied'} by ${neutral(by ?? 'nobody')} (${via}, ${scope})${why}`;
}

export function compactedText(dropped: number | null): string {
  return dropped === null ? 'context compacted' : `${counted(dropped, 'message')} dropped to make room`;
}
