// GitHub Copilot CLI: files of hooks in a folder, events and members in camelCase, limits in seconds. Calls have no ids, and only the
// event of a stop names the transcript. A subagent's events carry its own id as that of the session, and that of its parent beside it. It does not wait for the hooks of a session's start before it tells of the first prompt. Hooks of a project run in trusted folders alone.

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
  userPromptSubmitted: 'prompt',
  preToolUse: 'before-tool',
  permissionRequest: 'permission',
  postToolUse: 'after-tool',
  postToolUseFailure: 'after-tool',
  preCompact: 'compacting',
  subagentStart: 'subagent-start',
  subagentStop: 'subagent-stop',
  agentStop: 'stop',
  sessionEnd: 'session-end',
} as const;

const tools: KnownTools = {
  bash: ['Bash', 'command'],
  powershell: ['Bash', 'command'],
  write_bash: ['Bash'],
  write_powershell: ['Bash'],
  view: ['Read', 'path'],
  create: ['Write', 'path'],
  edit: ['Edit', 'path'],
  str_replace: ['Edit', 'path'],
  glob: ['Glob'],
  grep: ['Grep'],
};

export const copilotSpeech: HostSpeech = {
  name: 'copilot',
  events,
  decode,
  encode,
  startsWithPrompt: true,
  contextUse,
  promptIn,
};

export const copilot: Host = {
  ...copilotSpeech,
  title: 'Copilot CLI',
  form: {
    kind: 'settings',
    start: '{\n  "version": 1\n}\n',
    grouped: false,
    commandIn: 'bash',
    handler: (bash) => ({ type: 'command', bash, timeoutSec: 10 }),
  },
  isHere: (places) => isOnMachine(places, folderOf(places), 'copilot'),
  settingsFiles: (places) => ({
    user: join(folderOf(places), 'hooks', 'ctx.json'),
    project: join(places.root, '.github', 'hooks', 'ctx.json'),
  }),
  sample,
};

function folderOf(places: HostPlaces): string {
  return personalFolder(places, 'COPILOT_HOME', '.copilot');
}

function decode(kind: EventKind, fields: Members, env: HostPlaces['env']): HostEvent {
  const text = (name: string) => wordOf(fields[name]);
  const agent = text('agentId') ?? text('agentName');
  const parent = text('parentAgentId');
  const isSubagents = agent !== undefined && agent === text('sessionId');
  // The start and the end of a subagent name a session that nobody else knows; their transcript is that of the session that all belong to.
  const transcript = text('transcriptPath');
  const session = sessionOf(transcript) ?? (isSubagents ? parent : undefined) ?? text('sessionId');
  const all = {
    session,
    transcript: transcript ?? transcriptOf(session, env),
    folder: text('cwd'),
    agent,
    ...(agent !== undefined && {
      agentsOwnSession: true,
      startedBy: parent === session ? undefined : parent,
    }),
  };
  return eventOf(kind, all, {
    source: startOf(text('source')),
    prompt: text('prompt'),
    again: fields['stop_hook_active'] === true,
    output: text('response'),
    reason: text('reason'),
    tool: () => toolUse(tools, fields['toolName'], fields['toolArgs'] ?? fields['toolInput']),
    result() {
      const { resultType, textResultForLlm } = membersOf(fields['toolResult']);
      return { failed: resultType !== 'success', output: textResultForLlm ?? fields['error'] };
    },
  });
}

/** Copilot says `new` where others say `startup`. */
function startOf(source: string | undefined): string {
  return source === undefined || source === 'new' ? 'startup' : source;
}

/** Transcripts stand in folders that are called as their sessions are. */
function sessionOf(transcript: string | undefined): string | undefined {
  return /\/session-state\/([\w-]{1,100})\/events\.jsonl$/.exec(transcript ?? '')?.[1];
}

/** Where Copilot keeps it; only the event of a stop says so. An id that is no file's name has none. */
function transcriptOf(session: string | undefined, env: HostPlaces['env']): string | undefined {
  if (session === undefined || !/^[\w-]{1,100}$/.test(session)) return undefined;
  return join(folderOf({ root: '', env }), 'session-state', session, 'events.jsonl');
}

/** The events whose answer can hold something for the model. */
const takesContext = new Set(['sessionStart', 'userPromptSubmitted', 'postToolUse']);

function encode(event: string, { context, refusal }: HostReply): string {
  const answer = {
    ...(refusal === undefined ? {} : refused(event, refusal)),
    ...(context === undefined || !takesContext.has(event) ? {} : { additionalContext: context }),
  };
  return Object.keys(answer).length === 0 ? '' : `${JSON.stringify(answer)}\n`;
}

function refused(event: string, reason: string): object {
  return event === 'preToolUse' ? denialIn('copilot', reason) : { decision: 'block', reason };
}

function contextUse(line: unknown): ContextUse | undefined {
  const { type, data } = membersOf(line);
  if (type !== 'session.usage_record') return undefined;
  const { inputTokens, outputTokens } = membersOf(membersOf(data)['usage']);
  const used = (Number(inputTokens) || 0) + (Number(outputTokens) || 0);
  return used > 0 ? { used, window: undefined } : undefined;
}

function promptIn(line: unknown): string | undefined {
  const { type, data } = membersOf(line);
  return type === 'user.message' ? wordOf(membersOf(data)['content']) : undefined;
}

function sample(event: string, folder: string): object {
  const tool = { toolName: 'bash', toolArgs: { command: 'true', description: 'nothing' } };
  const own: Readonly<Record<string, object>> = {
    sessionStart: { source: 'new', initialPrompt: 'Is this hook in order?' },
    userPromptSubmitted: { prompt: 'Is this hook in order?' },
    preToolUse: tool,
    permissionRequest: { toolName: 'bash', toolInput: { command: 'true' } },
    postToolUse: { ...tool, toolResult: { resultType: 'success', textResultForLlm: '' } },
    postToolUseFailure: { ...tool, error: 'it failed' },
    agentStop: { stopReason: 'end_turn', stop_hook_active: false },
    sessionEnd: { reason: 'complete' },
  };
  return { sessionId: 'ctx-hooks-verify', timestamp: 1767225600000, cwd: folder, ...own[event] };
}
