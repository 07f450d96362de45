// Where nobody said which model is used and what it may do, people are told what ctx makes of that.

import type { Services } from '../cli/command.js';
import type { Input } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import type { PlannedRun } from '../protocol/records.js';
import { sandboxRulesOf } from '../sandbox/rules.js';

/** Once, before anything happens; machines find it in the log. */
export function showDefault(
  runs: readonly PlannedRun[],
  { flags }: Pick<Input, 'flags'>,
  { emit }: Pick<Services, 'emit'>,
): void {
  if (flags['output-format'] !== 'text') return;
  const lines = new Set(
    runs.flatMap(({ settings }) => [
      ...modelWords(settings),
      ...(settings.policy.default === undefined ? [] : [defaultWords(settings)]),
    ]),
  );
  if (lines.size > 0) emit({ note: 'defaults', text: [...lines].map((line) => `${line}\n`).join('') });
}

/** Tells them with the first thing that happens: where a run cannot start, people read why and nothing else. */
export function defaultsAtFirst(input: Pick<Input, 'flags'>, { emit }: Pick<Services, 'emit'>) {
  let runs: readonly PlannedRun[] = [];
  let isTold = false;
  return {
    of(planned: readonly PlannedRun[]): void {
      runs = planned;
    },
    emit(event: object): void {
      if (!isTold) showDefault(runs, input, { emit });
      isTold = true;
      emit(event);
    },
  };
}

/** Who set CTX_MODEL knows; a file may be the project's. */
function modelWords({ model, effort, base_url, model_from: from }: PlannedRun['settings']): string[] {
  if (from === undefined || from === 'environment') return [];
  const how = [
    ...(effort === undefined ? [] : [`with effort ${effort}`]),
    ...(base_url === undefined ? [] : [`at ${base_url}`]),
  ];
  const words = [model, ...how].join(' ');
  return [
    neutral(`model: ${words}, from ${modelSources[from]} (the default: --model or CTX_MODEL change it)`),
  ];
}

/** Where a model that nobody named for a run comes from, for people. */
export const modelSources = {
  environment: 'CTX_MODEL',
  project: '.context/config.yaml',
  user: 'your own config.yaml',
} as const;

export function defaultWords(settings: PlannedRun['settings']): string {
  const { policy } = settings;
  const where = sandboxRulesOf(settings) === undefined ? 'without a sandbox' : 'in the sandbox';
  const rules =
    policy.default === 'asks'
      ? `reading is free; ${neutral((policy.ask ?? []).join(', '))} ask first`
      : `profile ${policy.profile}, and nobody is asked`;
  return `policy: ${rules}; commands run ${where} (the default: --profile, --allow-tool or --ask-tool change it)`;
}
