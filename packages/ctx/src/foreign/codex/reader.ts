// A rollout of Codex, line by line: what the model sees (response items), and what Codex says of it (events).

import type { Usage } from '../../protocol/records.js';
import { countOf, listOf, type Members, membersOf, momentOf, shownText, textOf, wordOf } from '../fields.js';
import { callPart, callPartOfText, reasoningPart, textPart } from '../parts.js';
import type { Facts, InLane, Told, TranscriptReader } from '../told.js';
import { usageOf } from '../usage.js';
import { codexResult, type Executed, executedIn } from './results.js';

const quietEvents: ReadonlySet<string> = new Set([
  'task_started',
  'thread_settings_applied',
  'thread_goal_updated',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'patch_apply_end',
  'mcp_tool_call_end',
  'web_search_end',
  'context_compacted',
  'exec_command_end',
  'entered_review_mode',
  'exited_review_mode',
]);

/** Texts that Codex itself puts before the model in a person's name. */
const harness =
  /^\s*<(?:environment_context|user_instructions|permissions instructions|skills_instructions|turn_aborted|user_shell_command)\b|^# AGENTS\.md instructions/;

export function codexReader(known: Facts = {}): TranscriptReader {
  const facts: Facts = { ...known };
  const executed = new Map<string, Executed>();
  let isFirst = known.session_id === undefined;
  /** Pieces belong to one answer until a result, a prompt or its usage comes by. */
  let answer = 0;
  let isOver = true;
  /** What a person may have said, until an event says that they did, or an answer comes. */
  let maybe: Told | undefined;
  let counted: Usage | undefined;
  let hasRecords = false;
  let leftOut = 0;

  function meta(payload: Members): void {
    if (!isFirst) return;
    isFirst = false;
    facts.session_id = wordOf(payload['id']) ?? wordOf(payload['session_id']);
    facts.version = wordOf(payload['cli_version']);
    facts.cwd = wordOf(payload['cwd']);
    facts.began_at = momentOf(payload['timestamp']);
    facts.forked_from = wordOf(payload['forked_from_id']);
    const spawn = membersOf(membersOf(membersOf(payload['source'])['subagent'])['thread_spawn']);
    facts.parent_session = wordOf(payload['parent_thread_id']) ?? wordOf(spawn['parent_thread_id']);
    if (facts.parent_session !== undefined) facts.subagent = true;
    facts.own_from =
      countOf(payload['subagent_history_start_ordinal']) ??
      countOf(membersOf(payload['history_base'])['end_ordinal_exclusive']);
  }

  function piece(part: ReturnType<typeof textPart>, at: string | undefined): Told[] {
    if (isOver) {
      answer += 1;
      isOver = false;
      counted = undefined;
    }
    const first = maybe;
    maybe = undefined;
    const told: Told = { tells: 'answer', group: `answer ${answer}`, parts: [part], model: facts.model, at };
    return first === undefined ? [told] : [first, told];
  }

  function item(payload: Members, at: string | undefined): readonly Told[] {
    const type = textOf(payload['type']) ?? '';
    const call_id = textOf(payload['call_id']) ?? '';
    switch (type) {
      case 'message':
        return message(payload, at);
      case 'reasoning':
        return piece(reasoningPart(textsIn(payload['summary']) || textsIn(payload['content'])), at);
      case 'function_call':
        return piece(
          callPartOfText(call_id, textOf(payload['name']) ?? '', textOf(payload['arguments']) ?? ''),
          at,
        );
      case 'custom_tool_call':
        return piece(callPart(call_id, textOf(payload['name']) ?? '', payload['input']), at);
      case 'local_shell_call':
        return piece(callPart(call_id, 'local_shell', payload['action']), at);
      case 'tool_search_call':
        return piece(callPart(call_id, 'tool_search', payload['arguments']), at);
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'tool_search_output': {
        isOver = true;
        const result = codexResult(payload, executed.get(call_id), at);
        executed.delete(call_id);
        return [result];
      }
      case 'compaction':
        return [];
      default:
        return [{ tells: 'unknown', type: `response_item ${type}` }];
    }
  }

  function message(payload: Members, at: string | undefined): readonly Told[] {
    const text = textsIn(payload['content']);
    if (payload['role'] === 'assistant') return piece(textPart(text), at);
    if (payload['role'] !== 'user') return [];
    const passed = membersOf(payload['internal_chat_message_metadata_passthrough'])['content_item_metadata'];
    const sources = listOf(passed).map((one) => membersOf(membersOf(one)['provenance'])['type']);
    const isPersons = sources.length > 0 ? sources.includes('user') : !harness.test(text);
    if (isPersons) maybe = { tells: 'prompt', text, at };
    isOver = true;
    return [];
  }

  function event(payload: Members, at: string | undefined): readonly Told[] {
    const type = textOf(payload['type']) ?? '';
    switch (type) {
      case 'user_message':
        return prompted(textOf(payload['message']) ?? '', at);
      case 'item_completed':
        return completed(membersOf(payload['item']), at);
      case 'token_count':
        return tokenCount(membersOf(membersOf(payload['info'])['last_token_usage']));
      case 'task_complete':
        isOver = true;
        return [{ tells: 'turn_end', how: 'completed', at }];
      case 'turn_aborted':
        isOver = true;
        return [{ tells: 'turn_end', how: 'cancelled', at }];
      case 'error':
      case 'stream_error':
        isOver = true;
        return [{ tells: 'failure', message: shownText(payload['message']), at }];
      case 'thread_rolled_back':
        return [
          {
            tells: 'note',
            code: 'rolled_back',
            says: `${facts.session_id} was taken back by turns that are told here`,
          },
        ];
      default:
        return quietEvents.has(type) ? [] : [{ tells: 'unknown', type: `event_msg ${type}` }];
    }
  }

  function prompted(text: string, at: string | undefined): readonly Told[] {
    maybe = undefined;
    isOver = true;
    return [{ tells: 'prompt', text, at }];
  }

  function completed(one: Members, at: string | undefined): readonly Told[] {
    if (one['type'] === 'UserMessage') return prompted(textsIn(one['content']), at);
    const done = executedIn(one);
    if (done !== undefined && executed.size < 10_000) executed.set(done.call_id, done);
    return [];
  }

  /** Older versions have nothing but the running count; newer ones have a record for each answer. */
  function tokenCount(last: Members): readonly Told[] {
    const usage = usageIn(last);
    if (hasRecords || usage === undefined || counted !== undefined) return [];
    counted = usage;
    return [{ tells: 'usage', usage }];
  }

  function told(line: Members): readonly Told[] {
    const payload = membersOf(line['payload']);
    const at = momentOf(line['timestamp']);
    switch (line['type']) {
      case 'session_meta':
        meta(payload);
        return [];
      case 'turn_context':
        facts.model = wordOf(payload['model']) ?? facts.model;
        facts.cwd ??= wordOf(payload['cwd']);
        return [];
      case 'response_item':
        return item(payload, at);
      case 'event_msg':
        return event(payload, at);
      case 'token_usage_record':
        hasRecords = true;
        isOver = true;
        return [
          { tells: 'usage', usage: usageIn(membersOf(payload['usage'])), id: wordOf(payload['response_id']) },
        ];
      case 'compacted':
        isOver = true;
        return [{ tells: 'compaction', at }];
      case 'world_state':
      case 'inter_agent_communication':
      case 'inter_agent_communication_metadata':
      case 'security_risk_score':
        return [];
      default:
        return [{ tells: 'unknown', type: shownText(line['type']) }];
    }
  }

  return {
    facts,
    take(value) {
      const line = membersOf(value);
      const ordinal = countOf(line['ordinal']);
      if (ordinal !== undefined && ordinal < (facts.own_from ?? 0) && line['type'] !== 'session_meta') {
        leftOut += 1;
        if (line['type'] === 'turn_context') told(line);
        return [];
      }
      return told(line).map((one): InLane => ({ told: one }));
    },
    end() {
      const first = maybe;
      maybe = undefined;
      const notes: Told[] = first === undefined ? [] : [first];
      if (leftOut > 0)
        notes.push({
          tells: 'note',
          code: 'history_left_out',
          says: `${leftOut} records of ${facts.forked_from ?? facts.parent_session ?? 'another session'}, which this one began with, are not repeated here`,
        });
      return notes.map((one) => ({ told: one }));
    },
    checked: () => [],
  };
}

function textsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => {
      const { type, text } = membersOf(part);
      return textOf(text) ?? (wordOf(type) === undefined ? '' : `[${String(type)}]`);
    })
    .join('\n');
}

function usageIn(usage: Members): Usage | undefined {
  return usageOf({
    input: usage['input_tokens'],
    output: usage['output_tokens'],
    cacheRead: usage['cached_input_tokens'],
    cacheWritten: usage['cache_write_input_tokens'],
  });
}
