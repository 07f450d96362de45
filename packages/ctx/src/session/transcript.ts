// What was said in a session, as a function of its records: runs, their turns, and the messages of each.

import { fail } from '../protocol/codes.js';
import { isOfSubagent, type ModelPart, type SessionRecord, type StopReason } from '../protocol/records.js';

export type TranscriptEntry =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string }
  | { readonly role: 'reasoning'; readonly text: string }
  | { readonly role: 'tool_call'; readonly call_id: string; readonly tool: string; readonly input: unknown }
  | {
      readonly role: 'tool_result';
      readonly call_id: string;
      readonly tool: string;
      readonly output: string;
      readonly is_error: boolean;
      readonly interrupted?: true;
    }
  | {
      readonly role: 'tool_denied';
      readonly call_id: string;
      readonly tool: string;
      readonly reason: string;
    };

export interface TranscriptTurn {
  readonly turn: number;
  readonly messages: TranscriptEntry[];
  /** Missing as long as the turn is not closed. */
  stop_reason?: StopReason;
}

export interface TranscriptRun {
  readonly run_id: string;
  readonly model: string;
  readonly turns: TranscriptTurn[];
  stop_reason?: StopReason;
}

export interface Transcript {
  readonly session_id: string;
  readonly created_at: string;
  readonly runs: readonly TranscriptRun[];
}

export function transcriptOf(records: Iterable<SessionRecord>): Transcript {
  const transcriber = newTranscriber();
  for (const record of records) transcriber.take(record);
  return transcriber.transcript();
}

export interface Transcriber {
  take(record: SessionRecord): void;
  transcript(): Transcript;
}

/** What is answered with at once is held in memory, several times over. */
export const largestTranscript = 1 << 25;

/** A transcript that is held: of a log that says more than fits, it fails. */
export function boundedTranscriber(path: string, largest = largestTranscript): Transcriber {
  const transcriber = newTranscriber();
  let size = 0;
  return {
    transcript: transcriber.transcript,
    take(record) {
      size += sizeOf(entriesOf(record));
      if (size > largest) throw tooLarge(path, largest);
      transcriber.take(record);
    },
  };
}

function tooLarge(target: string, largest: number) {
  return fail('transcript_too_large', { operation: 'read', target, megabytes: largest >> 20 });
}

function sizeOf(entries: readonly TranscriptEntry[]): number {
  return entries.length === 0 ? 0 : JSON.stringify(entries).length;
}

/** Runs and turns without what was said in them, and which of the runs are of subagents. */
export function newOutliner(): Transcriber & { readonly subagents: Set<string> } {
  const transcriber = newTranscriber(() => []);
  const subagents = new Set<string>();
  return {
    ...transcriber,
    subagents,
    take(record) {
      if (record.type === 'run.opened' && record.parent !== undefined) subagents.add(record.run_id);
      transcriber.take(record);
    },
  };
}

/** `said` are the messages of a record. */
export function newTranscriber(said: (record: SessionRecord) => TranscriptEntry[] = entriesOf): Transcriber {
  let session_id = '';
  let created_at = '';
  const runs: TranscriptRun[] = [];
  /** The last run without a parent. */
  let main: TranscriptRun | undefined;
  return {
    transcript: () => ({ session_id, created_at, runs }),
    take(record) {
      const run = isOfSubagent(record) ? runs.find(({ run_id }) => run_id === record.run_id) : main;
      const turn = run?.turns.at(-1);
      switch (record.type) {
        case 'session.opened':
          [session_id, created_at] = [record.session_id, record.at];
          break;
        case 'run.opened': {
          const opened = { run_id: record.run_id, model: record.settings.model, turns: [] };
          runs.push(opened);
          if (record.parent === undefined) main = opened;
          break;
        }
        case 'turn.opened':
          run?.turns.push({ turn: record.turn, messages: said(record) });
          break;
        case 'turn.closed':
          if (turn !== undefined) turn.stop_reason = record.result.stop_reason;
          break;
        case 'run.closed':
          if (run !== undefined) run.stop_reason = record.stop_reason;
          break;
        default:
          turn?.messages.push(...said(record));
      }
    },
  };
}

export function entriesOf(record: SessionRecord): TranscriptEntry[] {
  switch (record.type) {
    case 'turn.opened':
      return [{ role: 'user', text: record.prompt }];
    case 'model.responded':
      return record.content.filter((part) => !isSilent(part)).map(entryOf);
    case 'tool.returned': {
      const { call_id, tool, output, is_error, interrupted } = record;
      return [{ role: 'tool_result', call_id, tool, output, is_error, ...(interrupted && { interrupted }) }];
    }
    case 'tool.denied': {
      const { call_id, tool, reason } = record;
      return [{ role: 'tool_denied', call_id, tool, reason }];
    }
    default:
      return [];
  }
}

/** Some models think and do not show it; what they want back of it is in the log alone. */
function isSilent(part: ModelPart): boolean {
  return part.type === 'reasoning' && part.text === '';
}

/** The model's own call is the message; `tool.requested` only says that it was let through. */
function entryOf(part: ModelPart): TranscriptEntry {
  switch (part.type) {
    case 'text':
      return { role: 'assistant', text: part.text };
    case 'reasoning':
      return { role: 'reasoning', text: part.text };
    case 'tool_call':
      return { role: 'tool_call', call_id: part.call_id, tool: part.tool, input: part.input };
    case 'malformed_call':
      return { role: 'tool_call', call_id: part.call_id, tool: part.tool, input: part.input_text };
  }
}
