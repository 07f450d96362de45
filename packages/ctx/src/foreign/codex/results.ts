// What came of a call in Codex: the output that the model saw, and the exit code that an event told before it.

import { parsedJson } from '../../protocol/parsed-json.js';
import { countOf, listOf, type Members, membersOf, shownText, textOf, wordOf } from '../fields.js';
import type { Result } from '../told.js';

export interface Executed {
  readonly call_id: string;
  readonly exit_code: number | undefined;
  readonly status: string | undefined;
}

export function executedIn(item: Members): Executed | undefined {
  const { type, id, exit_code, status } = item;
  const isCall = type === 'CommandExecution' || type === 'FileChange' || type === 'McpToolCall';
  if (!isCall || typeof id !== 'string') return undefined;
  return { call_id: id, exit_code: countOf(exit_code), status: wordOf(status) };
}

export function codexResult(payload: Members, done: Executed | undefined, at: string | undefined): Result {
  const call_id = textOf(payload['call_id']) ?? '';
  const { output, exit_code: inOutput, success } = outputOf(payload['output'] ?? payload['tools']);
  const exit_code = done?.exit_code ?? inOutput;
  const isDenied = done?.status === 'declined' || refusals.some((words) => output.startsWith(words));
  const failed = done?.status === 'failed' || success === false || (exit_code ?? 0) !== 0;
  return {
    tells: 'result',
    call_id,
    output,
    is_error: failed || isDenied,
    exit_code,
    denied: isDenied
      ? { rule: done?.status === 'declined' ? 'declined' : 'refused', reason: output }
      : undefined,
    derived: [
      ...(done === undefined && exit_code !== undefined ? ['exit_code'] : []),
      ...(isDenied ? ['rule'] : ['is_error']),
    ],
    at,
  };
}

const refusals = [
  'exec command rejected by user',
  'Command blocked by PreToolUse hook',
  'patch rejected by user',
];

/** A text, items, or JSON in a text, as older versions wrote it. */
function outputOf(output: unknown): { output: string; exit_code?: number | undefined; success?: boolean } {
  if (typeof output === 'string') {
    const inner = innerOf(output);
    if (inner !== undefined) return inner;
    const exited = /^(?:Process exited with code|Exit code:) (\d{1,3})$/m.exec(output.slice(0, 400));
    return { output, exit_code: countOf(Number(exited?.[1])) };
  }
  if (Array.isArray(output)) {
    const texts = listOf(output).map((one) => textOf(membersOf(one)['text']) ?? shownText(one));
    return { output: texts.join('\n') };
  }
  const { content, success } = membersOf(output);
  const text = content === undefined ? shownText(output) : shownText(content);
  return { output: text, ...(typeof success === 'boolean' && { success }) };
}

function innerOf(text: string): { output: string; exit_code: number | undefined } | undefined {
  if (!text.startsWith('{"output":')) return undefined;
  const { output, metadata } = membersOf(parsedJson(text));
  if (typeof output !== 'string') return undefined;
  return { output, exit_code: countOf(membersOf(metadata)['exit_code']) };
}
