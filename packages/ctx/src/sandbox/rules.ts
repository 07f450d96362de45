// What a person says of the sandbox: in a config, by a flag, or not at all.

import { isPlayed } from '../protocol/played-model.js';
import type { RunSettings } from '../protocol/records.js';

export type BackendName = 'bwrap' | 'seatbelt';

export interface SandboxRules {
  /** `none`, `open`, or the hosts that ctx's own proxy lets through. */
  readonly network: 'none' | 'open' | readonly string[];
  /** Paths and patterns, relative to the workspace, that nothing an agent starts may see. */
  readonly hide: readonly string[];
  /** Folders outside of the workspace that commands may see. */
  readonly read: readonly string[];
  /** Folders outside of the workspace that commands may change. */
  readonly write: readonly string[];
  /** Nothing said: allowed, unless the network is open, where abstract sockets would lead out. */
  readonly unix_sockets?: boolean | undefined;
  /** Programs that sandbox themselves may do so inside. */
  readonly nested?: boolean | undefined;
  /** A name that no backend here has is refused when the sandbox starts. */
  readonly backend?: string | undefined;
}

export const defaultRules: SandboxRules = { network: 'none', hide: [], read: [], write: [] };

/** What a run's settings say. A script and a recording act as they were written: they get a sandbox only when asked for. */
export function sandboxRulesOf({
  model,
  sandbox,
}: Pick<RunSettings, 'model' | 'sandbox'>): SandboxRules | undefined {
  if (sandbox === 'off') return undefined;
  if (sandbox === undefined) return isPlayed(model) ? undefined : defaultRules;
  return sandbox === 'on' ? defaultRules : { ...defaultRules, ...sandbox };
}

/**
 * Names that hold secrets wherever they stand. What git tracks is left alone: it is in the object store anyway, and a
 * mask would only break commits.
 */
export const secretNames: readonly string[] = [
  '.env',
  '.env.*',
  '*.pem',
  '*.p12',
  '*.pfx',
  '*.ppk',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.vault-token',
];

/** Samples that people write down on purpose. */
export const sampleNames: readonly string[] = [
  '.env.{example,sample,template,dist,defaults,test}',
  '*.example.*',
  '*.sample.*',
];

export function unixSocketsIn({
  unix_sockets,
  network,
}: Pick<SandboxRules, 'unix_sockets' | 'network'>): boolean {
  return unix_sockets ?? network !== 'open';
}

/** As strict as both together: what one hides is hidden, what one does not show is not shown. */
export function stricterOf(one: SandboxRules, other: SandboxRules): SandboxRules {
  return {
    ...one,
    network: narrowerNetwork(one.network, other.network),
    hide: [...new Set([...one.hide, ...other.hide])],
    read: one.read.filter((path) => other.read.includes(path)),
    write: one.write.filter((path) => other.write.includes(path)),
    unix_sockets: unixSocketsIn(one) && unixSocketsIn(other),
    nested: one.nested === true && other.nested === true,
  };
}

function narrowerNetwork(
  one: SandboxRules['network'],
  other: SandboxRules['network'],
): SandboxRules['network'] {
  if (one === 'none' || other === 'none') return 'none';
  if (one === 'open') return other;
  if (other === 'open') return one;
  return one.filter((host) => other.includes(host));
}
