// The policy of a run: the rules of all layers, within the profile that is named or usual.

import { allowedWithin, type ProfileName, withProfile } from '../policy/profiles.js';
import { requireReadable } from '../policy/useless-rules.js';
import { isPlayed } from '../protocol/played-model.js';
import type { Policy, RunSettings } from '../protocol/records.js';
import { type Layers, unique } from './layers.js';

type Model = Pick<RunSettings, 'model'>;

export function policyOf(layers: Layers, model: Model, asks: boolean): RunSettings['policy'] {
  const policies = layers.flatMap(({ settings }) => (settings.policy === undefined ? [] : [settings.policy]));
  const ask = unique(policies.flatMap((policy) => policy.ask ?? []));
  const written = {
    allow: allowedBy(layers),
    deny: unique(policies.flatMap(({ deny = [] }) => deny)),
    ...(ask.length > 0 && { ask }),
    on_deny: policies.findLast(({ on_deny }) => on_deny !== undefined)?.on_deny ?? 'tell',
  };
  requireReadable(written, 'plan');
  const named = policies.findLast(({ profile }) => profile !== undefined)?.profile;
  const profile = named ?? defaultProfile(written, model);
  if (named === undefined && profile !== undefined && ask.length === 0)
    return withProfile(
      asks ? { ...written, ask: [...askedByDefault], default: 'asks' } : { ...written, default: 'edits' },
      profile,
    );
  return withAsked(profile === undefined ? written : withProfile(written, profile), layers);
}

/** What does more than read. */
export const askedByDefault = ['write', 'edit', 'bash', 'mcp__*'];

/** Who writes that a call is asked about wants it to be possible: with an allow list, too, unless a person's profile is against it. */
function withAsked(policy: Policy, [session, run, given]: Layers): Policy {
  if (policy.allow.length === 0) return policy;
  const written = [session, run].flatMap(({ settings }) => settings.policy?.ask ?? []);
  const { profile, ask = [] } = given.settings.policy ?? {};
  const within = profile === undefined ? written : allowedWithin(profile, written);
  return { ...policy, allow: unique([...policy.allow, ...within, ...ask]) };
}

/** What a config allows adds to its own profile, never to one that the command line names: that is what a person asked for. */
function allowedBy([session, run, given]: Layers): string[] {
  const written = [session, run].flatMap(({ settings }) => settings.policy?.allow ?? []);
  const { profile, allow = [] } = given.settings.policy ?? {};
  return unique([...(profile === undefined ? written : allowedWithin(profile, written)), ...allow]);
}

/** Who writes rules of what is allowed needs no profile, and a script calls what its author wrote. */
export function defaultProfile({ allow }: Policy, { model }: Model): ProfileName | undefined {
  return allow.length > 0 || isPlayed(model) ? undefined : 'edit';
}
