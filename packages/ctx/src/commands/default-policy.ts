// Where nobody said what a model may do, people are told what ctx lets it do.

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
  const run = runs.find(({ settings }) => settings.policy.default !== undefined);
  if (run === undefined || flags['output-format'] !== 'text') return;
  emit({ note: 'policy', text: `${defaultWords(run.settings)}\n` });
}

export function defaultWords(settings: PlannedRun['settings']): string {
  const { policy } = settings;
  const where = sandboxRulesOf(settings) === undefined ? 'without a sandbox' : 'in the sandbox';
  const rules =
    policy.default === 'asks'
      ? `reading is free; ${neutral((policy.ask ?? []).join(', '))} ask first`
      : `profile ${policy.profile}, and nobody is asked`;
  return `policy: ${rules}; commands run ${where} (the default: --profile, --allow-tool or --ask-tool change it)`;
}
