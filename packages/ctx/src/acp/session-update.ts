// What an agent says of a session while it works, as far as it has a shape that can be relied on. Everything else is odd, and told so.

import type {
  PermissionOptionKind,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
} from '@agentclientprotocol/sdk';
import { countOf, listOf, membersOf, textOf } from './fields.js';

/** What a call is told to be, at its beginning, later, or in a question about it. What is not said stays as it was. */
export interface CallTold {
  readonly id: string;
  readonly title?: string;
  /** What the agent calls the tool, which few say. */
  readonly name?: string;
  readonly kind?: ToolKind;
  readonly status?: ToolCallStatus;
  readonly content?: readonly CallContent[];
  readonly locations?: readonly ToolCallLocation[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
}

export type CallContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'diff';
      readonly path: string;
      readonly oldText: string | null;
      readonly newText: string;
    }
  | { readonly type: 'terminal'; readonly terminalId: string }
  | { readonly type: 'other'; readonly what: string };

export interface OptionTold {
  readonly optionId: string;
  readonly name: string;
  readonly kind: PermissionOptionKind;
}

const kinds: readonly ToolKind[] = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
];
const statuses: readonly ToolCallStatus[] = ['pending', 'in_progress', 'completed', 'failed'];
const optionKinds: readonly PermissionOptionKind[] = [
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
];

/** Nothing where it has no id. */
export function callTold(value: unknown): CallTold | undefined {
  const { toolCallId, title, name, kind, status, content, locations, rawInput, rawOutput } = membersOf(value);
  if (typeof toolCallId !== 'string') return undefined;
  // Member by member: agents tell thousands of these, and spreads of what may be missing are slow.
  const told: { -readonly [K in keyof CallTold]: CallTold[K] } = { id: toolCallId };
  const saidKind = kinds.find((known) => known === kind);
  const saidStatus = statuses.find((known) => known === status);
  if (typeof title === 'string') told.title = title;
  if (typeof name === 'string') told.name = name;
  if (saidKind !== undefined) told.kind = saidKind;
  if (saidStatus !== undefined) told.status = saidStatus;
  if (Array.isArray(content)) told.content = content.map(contentTold);
  if (Array.isArray(locations)) told.locations = locations.flatMap(locationTold);
  if (rawInput !== undefined) told.rawInput = rawInput;
  if (rawOutput !== undefined) told.rawOutput = rawOutput;
  return told;
}

/** The options of a question, without those that have no id or mean nothing that is known. */
export function optionsTold(value: unknown): readonly OptionTold[] {
  return listOf(value).flatMap((item) => {
    const { optionId, name, kind } = membersOf(item);
    const said = optionKinds.find((known) => known === kind);
    return typeof optionId === 'string' && said !== undefined
      ? [{ optionId, name: textOf(name) ?? '', kind: said }]
      : [];
  });
}

/** The text of a content block, or what else it is. */
export function blockText(value: unknown): string {
  const { type, text, uri, name, mimeType, resource } = membersOf(value);
  switch (type) {
    case 'text':
      return textOf(text) ?? '';
    case 'resource_link':
      return `[${textOf(name) ?? 'resource'}](${textOf(uri) ?? ''})`;
    case 'resource': {
      const inner = membersOf(resource);
      return (
        textOf(inner['text']) ?? `[${textOf(inner['mimeType']) ?? 'resource'} ${textOf(inner['uri']) ?? ''}]`
      );
    }
    default:
      return `[${textOf(mimeType) ?? textOf(type) ?? 'unknown content'}]`;
  }
}

function contentTold(value: unknown): CallContent {
  const { type, content, path, oldText, newText, terminalId } = membersOf(value);
  if (type === 'content') return { type: 'text', text: blockText(content) };
  if (type === 'diff' && typeof path === 'string' && typeof newText === 'string')
    return { type: 'diff', path, oldText: textOf(oldText) ?? null, newText };
  if (type === 'terminal' && typeof terminalId === 'string') return { type: 'terminal', terminalId };
  return { type: 'other', what: textOf(type) ?? 'unknown' };
}

function locationTold(value: unknown): ToolCallLocation[] {
  const { path, line } = membersOf(value);
  const at = countOf(line);
  return typeof path === 'string' ? [{ path, ...(at !== undefined && { line: at }) }] : [];
}

/** One `session/update`, as far as somebody can do something with it. */
export type UpdateTold =
  | { readonly tells: 'text'; readonly text: string; readonly messageId?: string }
  | { readonly tells: 'thought'; readonly text: string; readonly messageId?: string }
  | { readonly tells: 'user_text'; readonly text: string }
  | { readonly tells: 'call'; readonly isNew: boolean; readonly call: CallTold }
  /** Tokens in the context, not those that were used; the cost is of the session so far. */
  | { readonly tells: 'usage'; readonly used: number; readonly size: number; readonly usd?: number }
  | {
      readonly tells: 'plan';
      readonly entries: readonly { readonly content: string; readonly status: string }[];
    }
  | { readonly tells: 'mode'; readonly modeId: string }
  | { readonly tells: 'compaction'; readonly status: string }
  | { readonly tells: 'notice'; readonly severity: string; readonly title: string }
  /** Names, titles and commands of the session: nothing happens by them. */
  | { readonly tells: 'about'; readonly what: string }
  | { readonly tells: 'unknown'; readonly what: string };

/** It never throws: what has not the shape that its name promises is unknown. */
export function updateTold(update: unknown): UpdateTold {
  const members = membersOf(update);
  const what = textOf(members['sessionUpdate']) ?? 'no name';
  return knownUpdate(what, members) ?? { tells: 'unknown', what: what.slice(0, 80) };
}

function knownUpdate(what: string, members: Readonly<Record<string, unknown>>): UpdateTold | undefined {
  switch (what) {
    case 'agent_message_chunk':
      return { tells: 'text', ...chunkOf(members) };
    case 'agent_thought_chunk':
      return { tells: 'thought', ...chunkOf(members) };
    case 'user_message_chunk':
      return { tells: 'user_text', text: blockText(members['content']) };
    case 'tool_call':
    case 'tool_call_update': {
      const call = callTold(members);
      return call && { tells: 'call', isNew: what === 'tool_call', call };
    }
    case 'usage_update':
      return usageTold(members);
    case 'plan':
      return { tells: 'plan', entries: listOf(members['entries']).map(planEntry) };
    case 'current_mode_update': {
      const modeId = textOf(members['currentModeId']);
      return modeId === undefined ? undefined : { tells: 'mode', modeId };
    }
    case 'compaction_update':
      return { tells: 'compaction', status: textOf(members['status']) ?? 'unknown' };
    case 'notice':
      return {
        tells: 'notice',
        severity: textOf(members['severity']) ?? 'info',
        title: textOf(members['title']) ?? '',
      };
    case 'available_commands_update':
    case 'config_option_update':
    case 'session_info_update':
    case 'compaction_summary_chunk':
      return { tells: 'about', what };
    default:
      return undefined;
  }
}

function chunkOf({ content, messageId }: Readonly<Record<string, unknown>>) {
  return { text: blockText(content), ...(typeof messageId === 'string' && { messageId }) };
}

function usageTold({ used, size, cost }: Readonly<Record<string, unknown>>): UpdateTold | undefined {
  const [tokens, room] = [countOf(used), countOf(size)];
  if (tokens === undefined || room === undefined) return undefined;
  const { amount, currency } = membersOf(cost);
  const isDollars = typeof amount === 'number' && amount >= 0 && currency === 'USD';
  return { tells: 'usage', used: tokens, size: room, ...(isDollars && { usd: amount }) };
}

function planEntry(value: unknown) {
  const { content, status } = membersOf(value);
  return { content: textOf(content) ?? '', status: textOf(status) ?? 'pending' };
}
