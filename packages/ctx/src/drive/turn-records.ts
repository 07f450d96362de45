// What a driven agent told, as bodies of records.

import { truncate } from '../agent/truncate.js';
import type { ModelPart, RecordBodies } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import type { ToldAnswer, ToldResult } from './agent-port.js';

/** Nobody saw what the model was asked. */
export function requestBody(call: number): RecordBodies['model.requested'] {
  return { call, request_digest: null, kept: 0, messages: [], derived: ['kept', 'messages'] };
}

/** `isDerived`: the agent did not say where this answer ends. */
export function answerBody(
  call: number,
  content: ModelPart[],
  { finish, usage, cost_microusd, id, model }: ToldAnswer,
  isDerived: boolean,
): RecordBodies['model.responded'] {
  return {
    call,
    content,
    finish,
    usage: usage ?? null,
    cost_microusd: cost_microusd ?? null,
    ...(id !== undefined && { response_id: id }),
    ...(model !== undefined && { response_model: model }),
    ...(isDerived && { derived: ['content', 'finish'] }),
  };
}

/** With how many secrets were taken out. */
export function resultBody(
  log: Log,
  tool: string,
  { call_id, output, is_error, exit_code }: ToldResult,
): { readonly body: RecordBodies['tool.returned']; readonly redacted: number } {
  const redacted = log.redact(output.toWellFormed());
  const { text, truncated } = truncate(redacted.text);
  const body = {
    call_id,
    tool,
    output: text,
    is_error,
    ...(exit_code !== undefined && { exit_code }),
    ...(truncated && { truncated }),
  };
  return { body, redacted: redacted.count };
}
