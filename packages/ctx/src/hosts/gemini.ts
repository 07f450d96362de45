// Gemini CLI: settings.json in two scopes. Its limits are in milliseconds. It takes an answer only if all of stdout is JSON:
// anything else is shown to the person, and the tool runs. Calls have no ids. It has PreCompress before every request to the model,
// whether anything is compacted or not, so nobody learns anything from that event.

import { join } from 'node:path';
import type { ContextUse, EventKind, HostEvent, HostReply } from '../protocol/host-event.js';
import { type Members, membersOf, wordOf } from '../protocol/members.js';
import { denialIn } from './denial.js';
import { groupedForm } from './grouped-form.js';
import { isOnMachine, personalFolder } from './here.js';
import type { Host, HostPlaces, HostSpeech } from './host.js';
import type { KnownTools } from './tool.js';
import { decodeWire, wireSample } from './wire.js';

const events = {
  SessionStart: 'session-start',
  BeforeAgent: 'prompt',
  BeforeTool: 'before-tool',
  AfterTool: 'after-tool',
  AfterAgent: 'stop',
  SessionEnd: 'session-end',
} as const;

const tools: KnownTools = {
  run_shell_command: ['Bash', 'command'],
  read_file: ['Read', 'file_path'],
  read_many_files: ['Read'],
  write_file: ['Write', 'file_path'],
  replace: ['Edit', 'file_path'],
  glob: ['Glob'],
  grep_search: ['Grep'],
  search_file_content: ['Grep'],
  list_directory: ['LS'],
};

export const geminiSpeech: HostSpeech = {
  name: 'gemini',
  events,
  decode,
  encode,
  contextUse,
  promptIn,
};

export const gemini: Host = {
  ...geminiSpeech,
  title: 'Gemini CLI',
  form: groupedForm(10_000),
  isHere: (places) => isOnMachine(places, folderOf(places), 'gemini'),
  settingsFiles: (places) => ({
    user: join(folderOf(places), 'settings.json'),
    project: join(places.root, '.gemini', 'settings.json'),
  }),
  sample,
};

function folderOf(places: HostPlaces): string {
  return join(personalFolder(places, 'GEMINI_CLI_HOME', ''), '.gemini');
}

function decode(kind: EventKind, fields: Members): HostEvent {
  const event = decodeWire(kind, fields, tools);
  switch (event.kind) {
    case 'prompt':
      return { ...event, prompt: withoutHookContext(event.prompt) };
    case 'after-tool': {
      const response = membersOf(fields['tool_response']);
      return { ...event, output: response['llmContent'], failed: response['error'] !== undefined };
    }
    case 'stop':
      return { ...event, output: wordOf(fields['prompt_response']) };
    default:
      return event;
  }
}

/** What hooks said at the session's start stands before the first prompt. */
function withoutHookContext(prompt: string): string {
  return prompt.replace(/^<hook_context>[\s\S]*?<\/hook_context>\s*/, '');
}

/** The events whose answer can hold something for the model. */
const takesContext = new Set(['SessionStart', 'BeforeAgent', 'AfterTool']);

function encode(event: string, { context, message, refusal }: HostReply): string {
  const answer = {
    ...(message === undefined ? {} : { systemMessage: message }),
    ...(refusal === undefined ? {} : denialIn('gemini', refusal)),
    ...(context === undefined || !takesContext.has(event)
      ? {}
      : { hookSpecificOutput: { hookEventName: event, additionalContext: context } }),
  };
  return Object.keys(answer).length === 0 ? '' : `${JSON.stringify(answer)}\n`;
}

function contextUse(line: unknown): ContextUse | undefined {
  const { type, tokens } = membersOf(line);
  const used = Number(membersOf(tokens)['total']);
  return type === 'gemini' && used > 0 ? { used, window: undefined } : undefined;
}

function promptIn(line: unknown): string | undefined {
  const { type, content } = membersOf(line);
  if (type !== 'user') return undefined;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const text = parts.map((part) => wordOf(part) ?? wordOf(membersOf(part)['text']) ?? '').join('');
  return text === '' ? undefined : withoutHookContext(text);
}

function sample(event: string, folder: string): object {
  const own: Readonly<Record<string, object>> = {
    BeforeAgent: { prompt: 'Is this hook in order?' },
    BeforeTool: { tool_name: 'run_shell_command', tool_input: { command: 'true' } },
    AfterTool: {
      tool_name: 'run_shell_command',
      tool_input: { command: 'true' },
      tool_response: { llmContent: '', returnDisplay: '' },
    },
    AfterAgent: { prompt: 'Is this hook in order?', prompt_response: 'It is.', stop_hook_active: false },
  };
  return { ...wireSample(event, folder), timestamp: '2026-01-01T00:00:00.000Z', ...own[event] };
}
