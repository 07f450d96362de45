// The form of events and answers that Claude Code began and other hosts took over: JSON in, JSON out.

import type { EventKind, HostEvent, HostReply, ToolUse } from '../protocol/host-event.js';
import { type Fields, fieldsOf, textOf } from './fields.js';
import { denial, guardedEvent } from './guarded.js';

/** The events that most hosts of this form have, by their names there. */
export const wireEvents: Readonly<Record<string, EventKind>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  [guardedEvent]: 'before-tool',
  PostToolUse: 'after-tool',
  Stop: 'stop',
  SessionEnd: 'session-end',
};

/** The events whose answer can hold something for the model. */
const takesContext = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse']);

export function decodeWire(kind: EventKind, fields: Fields): HostEvent {
  const text = (name: string) => textOf(fields[name]);
  const common = {
    session: text('session_id'),
    transcript: text('transcript_path'),
    folder: text('cwd'),
  };
  switch (kind) {
    case 'session-start':
      return { ...common, kind, source: text('source') ?? 'startup' };
    case 'prompt':
      return { ...common, kind };
    case 'before-tool':
    case 'after-tool':
      return { ...common, kind, tool: toolOf(fields) };
    case 'stop':
      return { ...common, kind, again: fields['stop_hook_active'] === true };
    case 'session-end':
      return { ...common, kind, reason: text('reason') ?? 'other' };
  }
}

/** What the person said, in the event of a prompt. */
export function promptOf(fields: Fields): string {
  return textOf(fields['prompt']) ?? '';
}

export function encodeWire(event: string, { context, message, refusal }: HostReply): string {
  const answer: Record<string, unknown> = {};
  if (message !== undefined) answer['systemMessage'] = message;
  const specific: Record<string, unknown> = {};
  if (refusal !== undefined && event === guardedEvent) Object.assign(specific, denial(refusal));
  else if (refusal !== undefined) {
    answer['decision'] = 'block';
    answer['reason'] = refusal;
  }
  if (context !== undefined && takesContext.has(event)) specific['additionalContext'] = context;
  if (Object.keys(specific).length > 0) answer['hookSpecificOutput'] = { hookEventName: event, ...specific };
  return Object.keys(answer).length === 0 ? '' : `${JSON.stringify(answer)}\n`;
}

/** An event as such a host sends it. */
export function wireSample(event: string, folder: string): Record<string, unknown> {
  const tool = {
    tool_name: 'Bash',
    tool_input: { command: 'true', description: 'nothing' },
    tool_use_id: 'x',
  };
  const own: Readonly<Record<string, object>> = {
    SessionStart: { source: 'startup' },
    UserPromptSubmit: { prompt: 'Is this hook in order?' },
    PreToolUse: tool,
    PostToolUse: { ...tool, tool_response: { stdout: '', stderr: '' } },
    Stop: { stop_hook_active: false, last_assistant_message: 'It is.' },
    SessionEnd: { reason: 'other' },
  };
  return {
    session_id: 'ctx-hooks-verify',
    transcript_path: `${folder}/transcript.jsonl`,
    cwd: folder,
    permission_mode: 'default',
    hook_event_name: event,
    ...own[event],
  };
}

const subjects: Readonly<Record<string, NonNullable<ToolUse['subject']>>> = {
  Bash: { field: 'command', kind: 'command' },
  Read: { field: 'file_path', kind: 'path' },
  Write: { field: 'file_path', kind: 'path' },
  Edit: { field: 'file_path', kind: 'path' },
  MultiEdit: { field: 'file_path', kind: 'path' },
  NotebookEdit: { field: 'notebook_path', kind: 'path' },
};

function toolOf(fields: Fields): ToolUse {
  const name = textOf(fields['tool_name']) ?? '';
  const subject = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
  return { name, input: fieldsOf(fields['tool_input']), ...(subject === undefined ? {} : { subject }) };
}
