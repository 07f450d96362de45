// What a config loosens: people who run one that came with a repository see it before anything happens.

import { namesTool, parseRule } from '../policy/rules.js';
import type { PlannedRun } from '../protocol/records.js';
import type { SessionConfig, Settings } from './session-config.js';

/** One line each, as it stands in the config; nothing where the config only tightens. `planned` are its runs. */
export function loosened(
  { runs, approve, ...session }: SessionConfig,
  planned: readonly PlannedRun[],
): string[] {
  const program = approve === undefined ? [] : [`approve: ${approve.command}`];
  const allowed = [session, ...runs].flatMap(({ policy }) => policy?.allow ?? []);
  const inForce = planned.flatMap(shellRules).filter((rule) => allowed.includes(rule));
  const lines = [
    ...program,
    ...[session, ...runs].flatMap(linesOf),
    ...inForce.map((rule) => `policy.allow: ${rule}`),
  ];
  return [...new Set(lines)];
}

/** Rules that let a live model use the shell without the profile that keeps destructive commands from it. */
function shellRules({ settings: { model, policy } }: PlannedRun): string[] {
  if (policy.profile === 'edit' || /^(?:script|replay):/.test(model)) return [];
  return policy.allow.filter((rule) => namesTool(parseRule(rule), 'bash'));
}

function linesOf({ base_url, policy, sandbox, open_paths, mcp }: Settings): string[] {
  const servers = mcp === undefined ? [] : [mcp].flat();
  return [
    ...(base_url === undefined ? [] : [`base_url: ${base_url}`]),
    ...(policy?.profile === 'full' ? ['policy.profile: full'] : []),
    ...sandboxLines(sandbox),
    ...(open_paths ?? []).map((path) => `open_paths: ${path}`),
    ...servers.map((file) => `mcp: ${file}`),
  ];
}

function sandboxLines(sandbox: Settings['sandbox']): string[] {
  if (sandbox === 'off') return ['sandbox: off'];
  if (sandbox === undefined || sandbox === 'on') return [];
  const { network = 'none', read = [], write = [], nested } = sandbox;
  return [
    ...(network === 'none' ? [] : [`sandbox.network: ${[network].flat().join(', ')}`]),
    ...read.map((path) => `sandbox.read: ${path}`),
    ...write.map((path) => `sandbox.write: ${path}`),
    ...(nested === true ? ['sandbox.nested: true'] : []),
  ];
}
