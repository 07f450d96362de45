// A trajectory held against ATIF-v1.7.

import { join } from 'node:path';
import { problems } from './envelope.js';

interface Step {
  readonly step_id: number;
  readonly source: string;
  readonly message: string;
  readonly tool_calls?: readonly { readonly tool_call_id: string }[];
  readonly observation?: {
    readonly results: readonly { readonly source_call_id?: string; readonly content: string }[];
  };
}

export interface AtifDocument {
  readonly steps: readonly Step[];
  readonly final_metrics: { readonly total_steps: number };
}

const schema = join(import.meta.dirname, 'fixtures/atif-v1.7.schema.json');

/** By the schema, and by what the format wants and no schema says. */
export function atifFaults(document: AtifDocument): string[] {
  const { steps, final_metrics } = document;
  const found = steps.flatMap(({ step_id, tool_calls = [], observation }, i) => [
    ...(step_id === i + 1 ? [] : [`step ${i} has the id ${step_id}`]),
    ...(observation?.results ?? []).flatMap(({ source_call_id }) =>
      source_call_id === undefined || tool_calls.some(({ tool_call_id }) => tool_call_id === source_call_id)
        ? []
        : [`step ${step_id} has no call ${source_call_id}`],
    ),
  ]);
  const total = final_metrics.total_steps === steps.length ? [] : ['total_steps'];
  return [...problems(schema, document), ...found, ...total];
}
