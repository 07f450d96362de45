// How ACP says things, and what they are in a session.

import { membersOf, textOf } from '../acp/fields.js';
import type { OptionTold } from '../acp/session-update.js';
import type { StopReason } from '../protocol/records.js';
import type { RecordedCall } from './recorded-session.js';

/** Once rather than always; an agent that offers no way to say no hears that its question was cancelled. */
export function refusalAmong(options: readonly OptionTold[]): object {
  const kinds = ['reject_once', 'reject_always'];
  const [first] = kinds.flatMap((kind) => options.filter((option) => option.kind === kind));
  return first === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: first.optionId };
}

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: 'completed',
  cancelled: 'cancelled',
  max_tokens: 'length',
  max_turn_requests: 'max_iterations_reached',
  refusal: 'content_filter',
};

export function stopOf(reason: unknown): StopReason | undefined {
  return typeof reason === 'string' && Object.hasOwn(stops, reason) ? stops[reason] : undefined;
}

/** A question of ours to the editor, about a call that the agent asked nobody about. */
export function questionAbout(sessionId: string, call: RecordedCall): object {
  return {
    method: 'session/request_permission',
    params: {
      sessionId,
      toolCall: { toolCallId: call.call_id, title: titleOf(call), ...shownCall(call) },
      options: [
        { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    },
  };
}

/** People see what was denied, also where their editor is asked nothing. */
export function deniedUpdate(
  sessionId: string,
  call: RecordedCall & { readonly title: string; readonly isKnown: boolean },
  reason: string,
): object {
  const { call_id, title, isKnown } = call;
  const text = `Denied by ctx: ${reason}`;
  const update = {
    sessionUpdate: isKnown ? 'tool_call_update' : 'tool_call',
    toolCallId: call_id,
    status: 'failed',
    content: [{ type: 'content', content: { type: 'text', text } }],
    ...(!isKnown && { title, ...shownCall(call) }),
  };
  return { method: 'session/update', params: { sessionId, update } };
}

function shownCall({ tool, input }: RecordedCall): object {
  return { kind: kindOf(tool), rawInput: input };
}

export function titleOf({ tool, input }: RecordedCall): string {
  const { command, file_path: path } = membersOf(input);
  return `${tool} ${textOf(command) ?? textOf(path) ?? ''}`.slice(0, 200);
}

function kindOf(tool: string): string {
  return tool === 'bash' ? 'execute' : tool === 'write' ? 'edit' : tool === 'read' ? 'read' : 'other';
}

/** It becomes part of a file's name. `ctx` is our own loop, and nobody else. */
export function plainName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'agent';
  return plain === 'ctx' ? 'ctx-acp' : plain;
}
