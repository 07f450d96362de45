// What a person watching a run sees of each event: what the agent says and does, and what came of it.

import type { LiveEvent } from '../agent/ports.js';
import { counted, neutral, styled, type Terminal } from '../cli/terminal.js';
import type { SessionRecord } from '../protocol/records.js';
import { plus } from '../session/tally.js';
import { dollars } from './session-answer.js';

export type SessionEvent = SessionRecord | LiveEvent;

export function isSessionEvent(event: object): event is SessionEvent {
  return 'type' in event && typeof event.type === 'string';
}

/** Nothing where nobody watches: progress is for terminals. */
export function progress(event: SessionEvent, terminal: Terminal, midLine: boolean): string | undefined {
  if (!terminal.interactive) return undefined;
  const text = shown(event, terminal);
  const isNewLine = event.type === 'model.responded' || (text !== undefined && event.type !== 'text.delta');
  return midLine && isNewLine ? `\n${text ?? ''}` : text;
}

function shown(event: SessionEvent, terminal: Terminal): string | undefined {
  const mark = (sign: string) => styled(terminal, 'cyan', sign);
  const dim = (text: string) => styled(terminal, 'dim', text);
  switch (event.type) {
    case 'run.opened':
      return `\n${styled(terminal, 'bold', event.run_id)}  ${dim(event.settings.model)}\n`;
    case 'turn.opened':
      return `${mark('>')} ${indented(neutral(event.prompt), '  ')}\n`;
    case 'text.delta':
      return neutral(event.text);
    case 'model.failed':
      return `${styled(terminal, 'yellow', '!')} ${neutral(event.message)}${event.will_retry ? dim(', trying again') : ''}\n`;
    case 'tool.requested':
      return `${mark('*')} ${event.tool} ${dim(brief(event.input))}\n`;
    case 'tool.denied':
      return `${styled(terminal, 'yellow', 'x')} ${neutral(event.tool)} denied: ${neutral(event.reason)}\n`;
    case 'tool.returned':
      return `${dim(indented(`  ${firstLines(event.output)}`, '  '))}\n`;
    case 'context.compacted':
      return `${dim(`(the conversation was compacted: ${event.messages_dropped} messages dropped)`)}\n`;
    case 'turn.closed': {
      const { stop_reason, model_calls, tool_calls, usage } = event.result;
      const style = stop_reason === 'completed' ? 'green' : 'yellow';
      const tokens = plus(usage.input_tokens, usage.output_tokens) ?? 'unknown';
      const facts = `${counted(model_calls, 'model call')}, ${counted(tool_calls, 'tool call')}, ${tokens} tokens, ${dollars(usage.cost_microusd)}`;
      return `${styled(terminal, style, stop_reason)} ${dim(facts)}\n\n`;
    }
    default:
      return undefined;
  }
}

const mostLines = 6;
const longestInput = 100;

function brief(input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  const text = neutral(
    values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' '),
  );
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > longestInput || line !== text ? `${line.slice(0, longestInput)}…` : line;
}

function firstLines(output: string): string {
  const lines = neutral(output.trimEnd()).split('\n');
  const rest = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join('\n');
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}
