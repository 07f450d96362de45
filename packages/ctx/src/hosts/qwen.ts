// Qwen Code: Claude Code's form, with limits in milliseconds. It has UserPromptSubmit before every request to the model: those that only
// bring results of tools have an empty prompt. Without a terminal it may end without SessionEnd.

import { join } from 'node:path';
import type { ContextUse, EventKind, HostEvent } from '../protocol/host-event.js';
import { type Members, membersOf, wordOf } from '../protocol/members.js';
import { groupedForm } from './grouped-form.js';
import { isOnMachine, personalFolder } from './here.js';
import type { Host, HostPlaces, HostSpeech } from './host.js';
import type { KnownTools } from './tool.js';
import { decodeWire, encodeWire, wireEvents, wireSample } from './wire.js';

const tools: KnownTools = {
  run_shell_command: ['Bash', 'command'],
  monitor: ['Bash', 'command'],
  read_file: ['Read', 'file_path'],
  write_file: ['Write', 'file_path'],
  edit: ['Edit', 'file_path'],
  notebook_edit: ['NotebookEdit', 'notebook_path'],
  glob: ['Glob'],
  grep_search: ['Grep'],
  list_directory: ['LS'],
};

export const qwenSpeech: HostSpeech = {
  name: 'qwen',
  events: { ...wireEvents, PostToolUseFailure: 'after-tool' },
  decode,
  encode: encodeWire,
  endsAtStop: true,
  contextUse,
  promptIn,
};

export const qwen: Host = {
  ...qwenSpeech,
  title: 'Qwen Code',
  form: groupedForm(10_000),
  isHere: (places) => isOnMachine(places, folderOf(places), 'qwen'),
  settingsFiles: (places) => ({
    user: join(folderOf(places), 'settings.json'),
    project: join(places.root, '.qwen', 'settings.json'),
  }),
  sample: (event, folder) => ({
    ...wireSample(event, folder),
    timestamp: '2026-01-01T00:00:00.000Z',
    prompt_id: 'x########0',
    ...(/ToolUse|Permission/.test(event)
      ? { tool_name: 'run_shell_command', tool_input: { command: 'true', is_background: false } }
      : {}),
  }),
};

function folderOf(places: HostPlaces): string {
  return personalFolder(places, 'QWEN_HOME', '.qwen');
}

function decode(kind: EventKind, fields: Members): HostEvent {
  const event = decodeWire(kind, fields, tools);
  if (event.kind === 'prompt') return { ...event, again: event.prompt === '' };
  if (event.kind !== 'after-tool' || event.failed) return event;
  return { ...event, output: membersOf(fields['tool_response'])['llmContent'] };
}

function contextUse(line: unknown): ContextUse | undefined {
  const { type, usageMetadata, contextWindowSize } = membersOf(line);
  const used = Number(membersOf(usageMetadata)['totalTokenCount']);
  if (type !== 'assistant' || !(used > 0)) return undefined;
  return { used, window: typeof contextWindowSize === 'number' ? contextWindowSize : undefined };
}

/** What a person typed is told apart from results and what Qwen Code adds by where it comes from. */
function promptIn(line: unknown): string | undefined {
  const { type, provenance, message } = membersOf(line);
  if (type !== 'user' || (provenance !== undefined && provenance !== 'real_user')) return undefined;
  const { parts } = membersOf(message);
  if (!Array.isArray(parts)) return undefined;
  return wordOf(parts.map((part: unknown) => wordOf(membersOf(part)['text']) ?? '').join(''));
}
