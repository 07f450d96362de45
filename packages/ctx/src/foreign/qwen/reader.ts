// A chat of Qwen Code: lines like Claude Code's around messages like Gemini's.

import type { ModelPart, Usage } from '../../protocol/records.js';
import { countOf, listOf, type Members, membersOf, momentOf, shownText, textOf, wordOf } from '../fields.js';
import { callPart, reasoningPart, textPart } from '../parts.js';
import type { Facts, InLane, Told, TranscriptReader } from '../told.js';
import { usageOf } from '../usage.js';

const quietSubtypes: ReadonlySet<string> = new Set([
  'ui_telemetry',
  'attribution_snapshot',
  'slash_command',
  'at_command',
  'file_history_snapshot',
  'session_title',
  'custom_title',
]);

export function qwenReader(known: Facts = {}): TranscriptReader {
  const facts: Facts = { ...known };
  /** What the provider calls the answer that comes next. */
  let response: string | undefined;

  function told(line: Members): readonly Told[] {
    const at = momentOf(line['timestamp']);
    const parts = listOf(membersOf(line['message'])['parts']).map(membersOf);
    switch (line['type']) {
      case 'user':
        return promptOf(line, parts, at);
      case 'assistant': {
        const model = wordOf(line['model']);
        facts.model ??= model;
        const id = response ?? wordOf(line['uuid']);
        response = undefined;
        return [
          {
            tells: 'answer',
            id,
            parts: parts.flatMap(partOf),
            usage: usageIn(line['usageMetadata']),
            model,
            at,
          },
        ];
      }
      case 'tool_result':
        return parts.flatMap((part) => resultOf(line, part, at));
      case 'system':
        return systemLine(line, at);
      default:
        return [{ tells: 'unknown', type: shownText(line['type']) }];
    }
  }

  function systemLine(line: Members, at: string | undefined): readonly Told[] {
    const subtype = textOf(line['subtype']) ?? '';
    const payload = membersOf(line['systemPayload']);
    if (subtype === 'chat_compression') {
      const { originalTokenCount, newTokenCount } = membersOf(payload['info']);
      return [
        {
          tells: 'compaction',
          tokens_before: countOf(originalTokenCount),
          tokens_after: countOf(newTokenCount),
          at,
        },
      ];
    }
    const event = membersOf(payload['uiEvent']);
    if (event['event.name'] === 'qwen-code.api_response') response = wordOf(event['response_id']);
    if (event['event.name'] === 'qwen-code.api_error')
      return [
        {
          tells: 'failure',
          message: shownText(event['error_message'] ?? event['error']),
          status: countOf(event['status_code']),
          at,
        },
      ];
    return quietSubtypes.has(subtype) ? [] : [{ tells: 'unknown', type: `system ${subtype}` }];
  }

  return {
    facts,
    take(value) {
      const line = membersOf(value);
      facts.session_id ??= wordOf(line['sessionId']);
      facts.version ??= wordOf(line['version']);
      facts.cwd ??= wordOf(line['cwd']);
      facts.began_at ??= momentOf(line['timestamp']);
      return told(line).map((one): InLane => ({ told: one }));
    },
    end: () => [],
    checked: () => [],
  };
}

/** What hooks added to a prompt stands beside it. */
function promptOf(line: Members, parts: readonly Members[], at: string | undefined): readonly Told[] {
  const provenance = line['provenance'];
  if (provenance !== undefined && provenance !== 'real_user') return [];
  const shown = textOf(membersOf(line['systemPayload'])['displayText']);
  const said = parts
    .map(({ text }) => textOf(text) ?? '')
    .filter((text) => text !== '' && !text.startsWith('<qwen:'));
  return [{ tells: 'prompt', text: shown ?? said.join('\n'), at }];
}

function partOf(part: Members): ModelPart[] {
  const { text, thought, functionCall } = part;
  if (functionCall !== undefined) {
    const { id, name, args } = membersOf(functionCall);
    return [callPart(textOf(id) ?? '', textOf(name) ?? '', args)];
  }
  if (typeof text !== 'string') return [];
  return [thought === true ? reasoningPart(text) : textPart(text)];
}

function resultOf(line: Members, part: Members, at: string | undefined): Told[] {
  const answered = membersOf(part['functionResponse']);
  const response = membersOf(answered['response']);
  const done = membersOf(line['toolCallResult']);
  const call_id = textOf(answered['id']) ?? textOf(done['callId']);
  if (call_id === undefined) return [];
  const error = textOf(response['error']);
  const output = error ?? textOf(response['output']) ?? shownText(response);
  const exit = countOf(membersOf(done['resultDisplay'])['exitCode']);
  const denied = done['errorType'] === 'execution_denied';
  return [
    {
      tells: 'result',
      call_id,
      output,
      is_error: done['status'] === 'error' || error !== undefined || (exit ?? 0) !== 0,
      exit_code: exit,
      denied: denied ? { rule: 'execution_denied', reason: output } : undefined,
      interrupted: done['status'] === 'cancelled' ? true : undefined,
      at,
    },
  ];
}

function usageIn(metadata: unknown): Usage | undefined {
  const fields = membersOf(metadata);
  const usage = usageOf({
    input: fields['promptTokenCount'],
    output: fields['candidatesTokenCount'],
    cacheRead: fields['cachedContentTokenCount'],
  });
  if (usage === undefined) return undefined;
  const thoughts = countOf(fields['thoughtsTokenCount']) ?? 0;
  const sums = { input: usage.input_tokens, total: countOf(fields['totalTokenCount']) };
  return { ...usage, output_tokens: withThoughts(usage.output_tokens, thoughts, sums) };
}

/** Most providers count what was thought within what was answered, Gemini's beside it. Their sum tells; without one, Qwen Code guesses like this, too. */
function withThoughts(
  output: number,
  thoughts: number,
  { input, total }: { readonly input: number; readonly total: number | undefined },
): number {
  if (total !== undefined && total >= input + output) return Math.min(total - input, output + thoughts);
  return output > thoughts ? output : output + thoughts;
}
