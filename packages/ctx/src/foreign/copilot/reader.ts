// Events of Copilot CLI: the usage of an answer comes before it, what came of its calls behind it.

import type { ModelPart, Usage } from '../../protocol/records.js';
import { countOf, listOf, type Members, membersOf, momentOf, shownText, textOf, wordOf } from '../fields.js';
import { callPart, callPartOfText, reasoningPart, textPart } from '../parts.js';
import type { Facts, InLane, Result, Told, TranscriptReader } from '../told.js';
import { usageOf } from '../usage.js';

const quiet: ReadonlySet<string> = new Set([
  'system.message',
  'assistant.turn_start',
  'assistant.intent',
  'tool.execution_start',
  'tool.execution_partial_result',
  'tool.execution_progress',
  'hook.start',
  'hook.end',
  'session.shutdown',
  'session.resume',
  'session.idle',
  'session.info',
  'session.model_change',
  'session.title_changed',
  'session.mode_changed',
  'session.context_changed',
  'session.tools_updated',
  'subagent.selected',
  'subagent.started',
  'subagent.configured',
  'subagent.completed',
  'permission.requested',
  'permission.completed',
]);

export function copilotReader(known: Facts = {}): TranscriptReader {
  const facts: Facts = { ...known };
  /** Until the answer comes that they are of. */
  const usages = new Map<string, Usage>();
  /** The calls that started subagents, by their ids. */
  const calls = new Map<string, string>();
  /** The subagents that started others, by the others' ids. */
  const starters = new Map<string, string>();

  function told(type: string, data: Members, at: string | undefined): readonly Told[] {
    switch (type) {
      case 'session.start': {
        const context = membersOf(data['context']);
        facts.session_id ??= wordOf(data['sessionId']);
        facts.version ??= wordOf(data['copilotVersion']);
        facts.model ??= wordOf(data['selectedModel']);
        facts.cwd ??= wordOf(context['cwd']);
        facts.began_at ??= momentOf(data['startTime']) ?? at;
        return [];
      }
      case 'user.message':
        return [{ tells: 'prompt', text: shownText(data['content']), at }];
      case 'session.usage_record':
        return usageTold(membersOf(data['usage']));
      case 'assistant.message':
        return [answerOf(data, at)];
      case 'assistant.turn_end':
        return [];
      case 'tool.execution_complete':
        return [resultOf(data, at)];
      case 'session.error':
      case 'model.call_failure':
        return [
          {
            tells: 'failure',
            message: shownText(data['message'] ?? data['error']),
            status: countOf(data['statusCode']),
            at,
          },
        ];
      case 'abort':
      case 'session.abort':
        return [{ tells: 'turn_end', how: 'cancelled', at }];
      case 'session.compaction_complete':
        return [
          {
            tells: 'compaction',
            tokens_before: countOf(data['preCompactionTokens']),
            tokens_after: countOf(data['postCompactionTokens']),
            at,
          },
        ];
      case 'session.compaction_start':
        return [];
      default:
        return quiet.has(type) ? [] : [{ tells: 'unknown', type }];
    }
  }

  function keepStart(agent: string, { toolCallId, parentId }: Members): void {
    const [call_id, starter] = [wordOf(toolCallId), wordOf(parentId)];
    if (call_id !== undefined && calls.size < 1000) calls.set(agent, call_id);
    if (starter !== undefined && starters.size < 1000) starters.set(agent, starter);
  }

  function usageTold(usage: Members): readonly Told[] {
    const found = usageIn(usage);
    const id = wordOf(usage['apiCallId']);
    if (found === undefined) return [];
    if (id === undefined) return [{ tells: 'usage', usage: found }];
    if (usages.size < 1000) usages.set(id, found);
    return [];
  }

  function answerOf(data: Members, at: string | undefined): Told {
    const id = wordOf(data['apiCallId']);
    const usage = id === undefined ? undefined : usages.get(id);
    if (id !== undefined) usages.delete(id);
    const model = wordOf(data['model']);
    facts.model ??= model;
    return { tells: 'answer', id: id ?? wordOf(data['messageId']), parts: partsOf(data), usage, model, at };
  }

  return {
    facts,
    take(value) {
      const line = membersOf(value);
      const data = membersOf(line['data']);
      const type = shownText(line['type']);
      // A subagent's events stand in its parent's file, and name it, or in older versions the call that started it.
      const agent = wordOf(line['agentId']);
      const started = wordOf(data['parentToolCallId']);
      if (agent !== undefined && type === 'subagent.started') keepStart(agent, data);
      const call_id = agent === undefined ? started : (calls.get(agent) ?? started);
      const within = agent === undefined ? undefined : starters.get(agent);
      return told(type, data, momentOf(line['timestamp'])).map(
        (one): InLane => ({ told: one, lane: agent ?? started, call_id, within }),
      );
    },
    end: () => [],
    checked: () => [],
  };
}

function partsOf(data: Members): ModelPart[] {
  const text = textOf(data['content']) ?? '';
  const reasoning = textOf(data['reasoningText']) ?? '';
  return [
    ...(reasoning === '' ? [] : [reasoningPart(reasoning)]),
    ...(text === '' ? [] : [textPart(text)]),
    ...listOf(data['toolRequests']).map((request) => {
      const { toolCallId, name, arguments: input } = membersOf(request);
      const [id, tool] = [textOf(toolCallId) ?? '', textOf(name) ?? ''];
      return typeof input === 'string' ? callPartOfText(id, tool, input) : callPart(id, tool, input);
    }),
  ];
}

function resultOf(data: Members, at: string | undefined): Result {
  const { success, result, error, toolCallId, shellExecution } = data;
  const { message, code } = membersOf(error);
  const said = membersOf(result);
  const output =
    success === false
      ? shownText(message ?? error)
      : shownText(said['content'] ?? said['detailedContent'] ?? result);
  const exit =
    countOf(membersOf(shellExecution)['exitCode']) ?? countOf(membersOf(said['shellExecution'])['exitCode']);
  return {
    tells: 'result',
    call_id: textOf(toolCallId) ?? '',
    output,
    is_error: success === false || (exit ?? 0) !== 0,
    exit_code: exit,
    denied: code === 'denied' || code === 'rejected' ? { rule: code, reason: output } : undefined,
    at,
  };
}

function usageIn(usage: Members): Usage | undefined {
  return usageOf({
    input: usage['inputTokens'],
    output: usage['outputTokens'],
    cacheRead: usage['cacheReadTokens'],
    cacheWritten: usage['cacheWriteTokens'],
  });
}
