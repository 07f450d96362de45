// Cursor: hooks.json with a list of commands for each event, in camelCase. Cursor is not on npm, so all of this is from its documentation.
// An event's name that it does not know is ignored without a word. It may load Claude Code's settings as well.

import { join } from 'node:path';
import type { ContextUse, EventKind, HostEvent, HostReply } from '../protocol/host-event.js';
import { type Members, membersOf, wordOf } from '../protocol/members.js';
import { denialIn } from './denial.js';
import { eventOf } from './event-of.js';
import { isOnMachine, personalFolder } from './here.js';
import type { Host, HostPlaces, HostSpeech } from './host.js';
import { type KnownTools, toolUse } from './tool.js';

const events = {
  sessionStart: 'session-start',
  beforeSubmitPrompt: 'prompt',
  preToolUse: 'before-tool',
  postToolUse: 'after-tool',
  postToolUseFailure: 'after-tool',
  preCompact: 'compacting',
  subagentStart: 'subagent-start',
  subagentStop: 'subagent-stop',
  stop: 'stop',
  sessionEnd: 'session-end',
} as const;

const tools: KnownTools = {
  Shell: ['Bash', 'command'],
  Read: ['Read', 'file_path'],
  Write: ['Write', 'file_path'],
  Edit: ['Edit', 'file_path'],
  Delete: ['Write', 'file_path'],
  Grep: ['Grep'],
};

export const cursorSpeech: HostSpeech = {
  name: 'cursor',
  events,
  decode,
  encode,
  contextUse: (): ContextUse | undefined => undefined,
  promptIn: () => undefined,
};

export const cursor: Host = {
  ...cursorSpeech,
  title: 'Cursor',
  unproved: 'Cursor is not on npm, so its hooks follow its documentation and were never run here',
  form: {
    kind: 'settings',
    start: '{\n  "version": 1\n}\n',
    grouped: false,
    commandIn: 'command',
    handler: (command) => ({ command }),
  },
  isHere: (places) => isOnMachine(places, folderOf(places), 'cursor'),
  settingsFiles: (places) => ({
    user: join(folderOf(places), 'hooks.json'),
    project: join(places.root, '.cursor', 'hooks.json'),
  }),
  sample,
};

function folderOf(places: HostPlaces): string {
  return personalFolder(places, 'CURSOR_CONFIG_DIR', '.cursor');
}

function decode(kind: EventKind, fields: Members): HostEvent {
  const text = (name: string) => wordOf(fields[name]);
  const roots = fields['workspace_roots'];
  const all = {
    session: text('conversation_id') ?? text('session_id'),
    transcript: text('transcript_path'),
    folder: text('cwd') ?? wordOf(Array.isArray(roots) ? roots[0] : undefined),
    agent: text('subagent_id'),
    model: text('model'),
  };
  return eventOf(kind, all, {
    prompt: text('prompt'),
    again: Number(fields['loop_count']) > 0,
    reason: text('reason'),
    tool: () => toolUse(tools, fields['tool_name'], fields['tool_input'], fields['tool_use_id']),
    result() {
      const failed = fields['hook_event_name'] === 'postToolUseFailure';
      return { failed, output: fields[failed ? 'error_message' : 'tool_output'] };
    },
  });
}

function encode(event: string, { context, message, refusal }: HostReply): string {
  const takesContext = event === 'sessionStart' || event === 'postToolUse';
  const answer = {
    ...(refusal === undefined ? {} : refused(event, refusal, message)),
    ...(context === undefined || !takesContext ? {} : { additional_context: context }),
  };
  if (Object.keys(answer).length === 0) return '';
  return `${JSON.stringify(answer)}\n`;
}

function refused(event: string, refusal: string, message: string | undefined): object {
  return event === 'preToolUse' ? denialIn('cursor', refusal, message) : { followup_message: refusal };
}

function sample(event: string, folder: string): object {
  const tool = { tool_name: 'Shell', tool_input: { command: 'true' }, tool_use_id: 'x' };
  const own: Readonly<Record<string, object>> = {
    beforeSubmitPrompt: { prompt: 'Is this hook in order?', attachments: [] },
    preToolUse: tool,
    postToolUse: { ...tool, tool_output: '{}' },
    postToolUseFailure: { ...tool, error_message: 'it failed' },
    stop: { status: 'completed', loop_count: 0 },
  };
  const common = {
    conversation_id: 'ctx-hooks-verify',
    generation_id: 'x',
    hook_event_name: event,
    workspace_roots: [folder],
    cursor_version: '0',
  };
  return { ...common, ...membersOf(own[event]) };
}
