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
  const saidKind = kinds.find((known) => known === kind);
  const saidStatus = statuses.find((known) => known === status);
  return {
    id: toolCallId,
    ...(typeof title === 'string' && { title }),
    ...(typeof name === 'string' && { name }),
    ...(saidKind !== undefined && { kind: saidKind }),
    ...(saidStatus !== undefined && { status: saidStatus }),
    ...(Array.isArray(content) && { content: content.map(contentTold) }),
    ...(Array.isArray(locations) && { locations: locations.flatMap(locationTold) }),
    ...(rawInput !== undefined && { rawInput }),
    ...(rawOutput !== undefined && { rawOutput }),
  };
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
