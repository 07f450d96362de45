// Records as the updates that an editor shows: of a session under way, and of one that is loaded.

import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { ModelPart, RecordOf, SessionRecord } from '../protocol/records.js';
import { shownCall, textContent } from './call-shown.js';
import type { ClientOffers } from './offers.js';

export interface RecordUpdates {
  /** `withPrompt`: also what the person said, who may be somebody else. */
  take(record: SessionRecord, withPrompt: boolean): SessionUpdate[];
  /** Text or thoughts of the answer under way were told as they came. */
  heard(what: 'text' | 'thought'): void;
  /** What the editor calls a call under way; nothing where there is none of that id. */
  wireId(call_id: string): string | undefined;
}

/** More of an output nobody reads in an editor; the session has all of it. */
const longestOutput = 64_000;

export function recordUpdates(offers: ClientOffers, workspace: () => string): RecordUpdates {
  /** What editors call the calls under way: ids of models may come twice in a session. */
  const open = new Map<string, string>();
  const diffs = new Map<string, ReturnType<typeof shownCall>['content']>();
  let calls = 0;
  const heard = new Set<'text' | 'thought'>();
  let contextTokens: number | undefined;
  let spentMicrousd: number | null = 0;
  let compactions = 0;

  function responded(record: RecordOf<'model.responded'>): SessionUpdate[] {
    const { content, usage, cost_microusd } = record;
    const told = content.flatMap(partUpdates);
    heard.clear();
    spentMicrousd = spentMicrousd === null || cost_microusd === null ? null : spentMicrousd + cost_microusd;
    // The window of a model that nobody knows cannot be told.
    if (usage === null || contextTokens === undefined) return told;
    const cost =
      spentMicrousd === null ? {} : { cost: { amount: spentMicrousd / 1_000_000, currency: 'USD' } };
    const used = usage.input_tokens + usage.output_tokens;
    return [...told, { sessionUpdate: 'usage_update', used, size: contextTokens, ...cost }];
  }

  function partUpdates(part: ModelPart): SessionUpdate[] {
    if (part.type === 'tool_call') return [asked(part.call_id, part.tool, part.input)];
    if (part.type === 'malformed_call') return [asked(part.call_id, part.tool, { input: part.input_text })];
    if (part.text === '') return [];
    if (part.type === 'reasoning')
      return heard.has('thought') ? [] : [chunk('agent_thought_chunk', part.text)];
    return heard.has('text') ? [] : [chunk('agent_message_chunk', part.text)];
  }

  function asked(call_id: string, tool: string, input: unknown): SessionUpdate {
    calls += 1;
    const toolCallId = `${calls}-${call_id}`.slice(0, 200);
    open.set(call_id, toolCallId);
    const { title, kind, locations, content } = shownCall(tool, input, workspace());
    diffs.set(toolCallId, content);
    return {
      sessionUpdate: 'tool_call',
      toolCallId,
      title,
      name: tool,
      kind,
      status: 'pending',
      locations,
      content,
      rawInput: input,
    };
  }

  function ended(call_id: string, isError: boolean, text: string): SessionUpdate[] {
    const toolCallId = open.get(call_id);
    if (toolCallId === undefined) return [];
    const diff = diffs.get(toolCallId) ?? [];
    open.delete(call_id);
    diffs.delete(toolCallId);
    const shown = text.length > longestOutput ? `${text.slice(0, longestOutput)}\n…` : text;
    // An edit that was made is its diff; what came of anything else is what it said.
    const content =
      diff.length > 0 && !isError ? diff : [...diff, ...(shown === '' ? [] : [textContent(shown)])];
    const status = isError ? 'failed' : 'completed';
    return [{ sessionUpdate: 'tool_call_update', toolCallId, status, content, rawOutput: { output: shown } }];
  }

  return {
    heard: (what) => void heard.add(what),
    wireId: (call_id) => open.get(call_id),
    take(record, withPrompt) {
      switch (record.type) {
        case 'run.opened':
          contextTokens = record.context_tokens ?? record.settings.budget.context_tokens;
          return [];
        case 'turn.opened':
          heard.clear();
          return withPrompt ? [chunk('user_message_chunk', record.prompt)] : [];
        case 'model.requested':
          heard.clear();
          return [];
        case 'model.responded':
          return responded(record);
        case 'tool.requested': {
          const toolCallId = open.get(record.call_id);
          return toolCallId === undefined
            ? []
            : [{ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' }];
        }
        case 'tool.denied':
          return ended(record.call_id, true, `Denied: ${record.reason}`);
        case 'tool.returned':
          return record.denied === undefined
            ? ended(record.call_id, record.is_error, record.output)
            : ended(record.call_id, true, `Denied: ${record.denied.reason}`);
        case 'context.compacted':
          compactions += 1;
          return offers.compaction
            ? [{ sessionUpdate: 'compaction_update', compactionId: `c${compactions}`, status: 'completed' }]
            : [];
        case 'model.failed':
          return offers.notices && record.will_retry
            ? [
                {
                  sessionUpdate: 'notice',
                  severity: 'warning',
                  title: `${record.message.replace(/\.$/, '')}, trying again`,
                },
              ]
            : [];
        default:
          return [];
      }
    },
  };
}

function chunk(
  sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk',
  text: string,
): SessionUpdate {
  return { sessionUpdate, content: { type: 'text', text } };
}
