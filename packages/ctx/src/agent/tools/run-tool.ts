// One call of a tool that the policy lets through: its input is held against its schema first.

import { judgeCall, looksAtInput } from '../../policy/policy.js';
import type { Json } from '../../protocol/json.js';
import type { Policy } from '../../protocol/records.js';
import type { Signals } from '../in-flight.js';
import type { CallOptions, Tool, ToolOutcome } from '../ports.js';
import { schemaErrors } from '../schema-check.js';
import { wordsToModel } from '../words-to-model.js';

export async function runTool(
  { tool, input }: { readonly tool: Tool; readonly input: unknown },
  policy: Policy,
  signals: Signals,
  onOutput?: CallOptions['onOutput'],
  /** Whether what it would do by now is what a person was shown and allowed. */
  isApproved?: (preview: string | undefined) => boolean,
): Promise<ToolOutcome> {
  const reasons = await schemaErrors(tool.input, input);
  if (reasons.length > 0 || !isJson(input)) {
    return { output: wordsToModel.inputInvalid(tool.name, reasons), is_error: true };
  }
  const judge = (subject: string) => judgeCall(policy, tool, { [tool.subject?.field ?? '']: subject });
  if (isApproved !== undefined && tool.preview !== undefined && !isApproved(await tool.preview(input, judge)))
    return { output: wordsToModel.changedSinceApproved(tool.name), is_error: true };
  const outcome = await tool.run(input, {
    ...signals,
    judge,
    guarded: looksAtInput(policy, tool.name),
    onOutput,
  });
  return outcome.denied === undefined
    ? outcome
    : { ...outcome, output: wordsToModel.denied(tool.name, outcome.denied.reason) };
}

/** It came out of a log or a parser, so it cannot be anything else; the compiler does not know that. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
