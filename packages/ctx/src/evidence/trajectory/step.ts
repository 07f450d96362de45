// A step of a trajectory as ATIF-v1.7 has it, and what it is made from.

import { isMembers } from '../../protocol/members.js';
import type { ModelPart, RecordOf } from '../../protocol/records.js';

export const atifVersion = 'ATIF-v1.7';

interface ToolCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: object;
  extra?: object;
}

interface Result {
  readonly source_call_id?: string;
  readonly content: string;
  subagent_trajectory_ref?: object[];
  readonly extra: object;
}

/** One that may still get results. */
export interface AgentStep {
  readonly timestamp: string;
  readonly source: 'agent';
  readonly message: string;
  readonly model_name?: string;
  readonly reasoning_effort?: string;
  readonly reasoning_content?: string;
  readonly tool_calls: ToolCall[];
  readonly results: Result[];
  readonly metrics?: object;
  readonly llm_call_count?: number;
  readonly extra: { readonly ctx: object; files_changed?: object[] };
}

export interface OtherStep {
  readonly timestamp: string;
  readonly source: 'system' | 'user';
  readonly message: string;
  readonly extra: object;
}

/** Unknown members are errors in the format, so what is not there is left out. */
export function stepText(step_id: number, step: AgentStep | OtherStep): string {
  if (step.source !== 'agent') return JSON.stringify({ step_id, ...step });
  const { tool_calls, results, extra, ...said } = step;
  return JSON.stringify({
    step_id,
    ...said,
    ...(tool_calls.length > 0 && { tool_calls }),
    ...(results.length > 0 && { observation: { results } }),
    extra,
  });
}

export function answerStep(
  record: RecordOf<'model.responded'>,
  timestamp: string,
  model: string,
  effort: string | undefined,
): AgentStep {
  const { content, usage, cost_microusd, response_model, finish, seq, call } = record;
  const said = (type: 'text' | 'reasoning') =>
    content.flatMap((part) => (part.type === type ? [part.text] : [])).join('\n\n');
  const reasoning = said('reasoning');
  return {
    timestamp,
    source: 'agent',
    model_name: response_model ?? model,
    ...(effort !== undefined && { reasoning_effort: effort }),
    message: said('text'),
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    tool_calls: content.flatMap(callOf),
    results: [],
    ...metricsOf(usage, cost_microusd),
    llm_call_count: 1,
    extra: { ctx: { seq, call, finish } },
  };
}

/** What an agent did without our knowing of an answer that asked for it: one that hooks told of, or one that was resumed. */
export function callsOnlyStep(timestamp: string, seq: number): AgentStep {
  return { timestamp, source: 'agent', message: '', tool_calls: [], results: [], extra: { ctx: { seq } } };
}

export function requestedCall(call_id: string, tool: string, input: unknown): ToolCall {
  return { tool_call_id: call_id, function_name: tool, arguments: isMembers(input) ? input : { input } };
}

function callOf(part: ModelPart): ToolCall[] {
  if (part.type === 'tool_call') return [requestedCall(part.call_id, part.tool, part.input)];
  if (part.type !== 'malformed_call') return [];
  const { call_id, tool, input_text } = part;
  return [{ ...requestedCall(call_id, tool, {}), extra: { malformed: true, input_text } }];
}

function metricsOf(
  usage: RecordOf<'model.responded'>['usage'],
  cost_microusd: number | null,
): { metrics?: object } {
  if (usage === null && cost_microusd === null) return {};
  const { cache_write_tokens, estimated } = usage ?? {};
  const extra = {
    ...(cache_write_tokens !== undefined && { cache_write_tokens }),
    ...(estimated && { estimated }),
  };
  return {
    metrics: {
      ...(usage !== null && { prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens }),
      ...(usage?.cache_read_tokens !== undefined && { cached_tokens: usage.cache_read_tokens }),
      ...(cost_microusd !== null && { cost_usd: cost_microusd / 1e6 }),
      ...(Object.keys(extra).length > 0 && { extra }),
    },
  };
}

export function resultOf(record: RecordOf<'tool.returned'> | RecordOf<'tool.denied'>): Result {
  const { call_id, seq } = record;
  if (record.type === 'tool.denied')
    return {
      source_call_id: call_id,
      content: record.reason,
      extra: { seq, denied: true, rule: record.rule },
    };
  const { output, is_error, interrupted, exit_code, truncated, denied } = record;
  return {
    source_call_id: call_id,
    content: output,
    extra: {
      seq,
      is_error,
      ...(exit_code !== undefined && { exit_code }),
      ...(interrupted && { interrupted }),
      ...(truncated !== undefined && { truncated }),
      ...(denied !== undefined && { denied: true, rule: denied.rule }),
    },
  };
}
