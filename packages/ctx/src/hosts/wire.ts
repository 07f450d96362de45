// The form of events and answers that Claude Code began and other hosts took over: JSON in, JSON out.

import type { EventKind, HostEvent, HostReply } from '../protocol/host-event.js';
import { type Members, wordOf } from '../protocol/members.js';
import { denialIn } from './denial.js';
import { eventOf } from './event-of.js';
import { type KnownTools, toolUse } from './tool.js';

/** The events that hosts of this form have, by their names there. */
export const wireEvents = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before-tool',
  PermissionRequest: 'permission',
  PostToolUse: 'after-tool',
  PreCompact: 'compacting',
  SubagentStart: 'subagent-start',
  SubagentStop: 'subagent-stop',
  Stop: 'stop',
  SessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, EventKind>>;

export const wireTools: KnownTools = {
  Bash: ['Bash', 'command'],
  Monitor: ['Bash', 'command'],
  PowerShell: ['Bash', 'command'],
  write_stdin: ['Bash'],
  Read: ['Read', 'file_path'],
  Write: ['Write', 'file_path'],
  Edit: ['Edit', 'file_path'],
  MultiEdit: ['MultiEdit', 'file_path'],
  NotebookEdit: ['NotebookEdit', 'notebook_path'],
};

/** The events whose answer can hold something for the model. */
const takesContext = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse']);

export function decodeWire(kind: EventKind, fields: Members, tools: KnownTools = wireTools): HostEvent {
  const text = (name: string) => wordOf(fields[name]);
  const all = {
    session: text('session_id'),
    transcript: text('transcript_path'),
    folder: text('cwd'),
    agent: text('agent_id'),
    model: text('model'),
  };
  return eventOf(kind, all, {
    source: text('source'),
    prompt: promptOf(fields),
    again: fields['stop_hook_active'] === true,
    output: text('last_assistant_message'),
    reason: text('reason'),
    tool: () => toolUse(tools, fields['tool_name'], fields['tool_input'], fields['tool_use_id']),
    result() {
      const failed = fields['hook_event_name'] === 'PostToolUseFailure';
      return { failed, output: fields[failed ? 'error' : 'tool_response'] };
    },
  });
}

/** What the person said, in the event of a prompt. */
export function promptOf(fields: Members): string {
  return wordOf(fields['prompt']) ?? '';
}

export function encodeWire(event: string, { context, message, refusal }: HostReply): string {
  const answer: Record<string, unknown> = {};
  if (message !== undefined) answer['systemMessage'] = message;
  const told = context !== undefined && takesContext.has(event) ? { additionalContext: context } : undefined;
  if (told !== undefined) answer['hookSpecificOutput'] = { hookEventName: event, ...told };
  if (refusal !== undefined && event === 'PreToolUse') {
    const denial: { hookSpecificOutput?: object } = denialIn('claude-code', refusal);
    answer['hookSpecificOutput'] = { ...denial.hookSpecificOutput, ...told };
  } else if (refusal !== undefined) {
    answer['decision'] = 'block';
    answer['reason'] = refusal;
  }
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
    PermissionRequest: tool,
    PostToolUse: { ...tool, tool_response: { stdout: '', stderr: '' } },
    PostToolUseFailure: { ...tool, error: 'it failed' },
    PreCompact: { trigger: 'auto' },
    SubagentStart: { agent_id: 'x' },
    SubagentStop: { agent_id: 'x' },
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
