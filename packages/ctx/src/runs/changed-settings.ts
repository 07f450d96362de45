// What a person who resumes a session may change: stricter rules, other limits, another model, another way to it, how
// much it thinks.

import type { ModelSettings } from '../config/model-settings.js';
import { defaultProfile } from '../config/policy-settings.js';
import { tighten } from '../policy/policy.js';
import { withProfile } from '../policy/profiles.js';
import type { Budget, Policy, RunSettings } from '../protocol/records.js';
import { sandboxRulesOf } from '../sandbox/rules.js';

export interface ChangedSettings {
  /** Only what is stricter than what the session had takes effect. */
  readonly policy: Policy;
  /** A sandbox also where the session had none. */
  readonly sandbox: boolean;
  readonly limits: Partial<Budget>;
  readonly baseUrl?: string | undefined;
  readonly model?: ModelSettings | undefined;
  readonly effort?: string | undefined;
}

/** For whoever changes one thing alone. */
export const noChanges: ChangedSettings = {
  policy: { allow: [], deny: [], on_deny: 'tell' },
  sandbox: false,
  limits: {},
};

export function changedSettings(settings: RunSettings, changes: ChangedSettings): RunSettings {
  const { policy, sandbox, limits, baseUrl, model, effort } = changes;
  const given = model === undefined ? settings : withModel(settings, model);
  return {
    ...given,
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(effort !== undefined && { effort }),
    ...(sandbox && sandboxRulesOf(given) === undefined && { sandbox: 'on' as const }),
    budget: { ...given.budget, ...limits },
    policy: tighten(given.policy, policy),
  };
}

/** What belongs to a model goes with it: its address only where the provider stays the same. */
function withModel(settings: RunSettings, model: ModelSettings): RunSettings {
  const { script_digest: _1, recording_head: _2, price: _3, model_from: _4, base_url, ...others } = settings;
  const isSameProvider = providerOf(settings.model) === providerOf(model.model);
  const profile = settings.policy.profile ?? defaultProfile(settings.policy, model);
  return {
    ...others,
    ...(isSameProvider && base_url !== undefined && { base_url }),
    ...model,
    // A script needs no profile; what comes in its place may.
    policy: profile === undefined ? settings.policy : withProfile(settings.policy, profile),
  };
}

function providerOf(model: string): string {
  return model.split(/[:/]/, 1)[0] ?? model;
}
