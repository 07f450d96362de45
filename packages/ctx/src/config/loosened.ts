// What a config loosens: people who run one that came with a repository see it before anything happens.

import { resolve } from 'node:path';
import { isInside, realPathOf } from '../disk/inside.js';
import { namesTool, parseRule } from '../policy/rules.js';
import { isPlayed } from '../protocol/played-model.js';
import type { PlannedRun } from '../protocol/records.js';
import type { SessionConfig, Settings } from './session-config.js';

interface ConfigPlace {
  /** The project. */
  readonly root: string;
  /** Where files that the config names stand. */
  readonly base: string;
}

/** One line each, as it stands in the config; nothing where the config only tightens. `planned` are its runs. */
export function loosened(
  { runs, approve, otel = 'off', sign = false, ...session }: SessionConfig,
  planned: readonly PlannedRun[],
  { root, base }: ConfigPlace,
): string[] {
  const leadsOut = (path: string) => !isInside(root, path) && realPathOf(path) !== realPathOf(root);
  const outside = (key: 'workspace' | 'structured_output') =>
    [session, ...runs]
      .flatMap((settings) => settings[key] ?? [])
      .filter((path) => leadsOut(resolve(base, path)))
      .map((path) => `${key}: ${path}`);
  const program = approve === undefined ? [] : [`approve: ${approve.command}`];
  const allowed = [session, ...runs].flatMap(({ policy }) => policy?.allow ?? []);
  const inForce = planned.flatMap(shellRules).filter((rule) => allowed.includes(rule));
  const lines = [
    ...program,
    ...(otel === 'off'
      ? []
      : [`otel.endpoint: ${otel.endpoint}${otel.content ? ', with all that is said and done' : ''}`]),
    ...(sign ? ['sign: true'] : []),
    ...[session, ...runs].flatMap(linesOf),
    ...outside('workspace'),
    // It is sent to the model, whatever it holds.
    ...outside('structured_output'),
    ...inForce.map((rule) => `policy.allow: ${rule}`),
  ];
  return [...new Set(lines)];
}

/** Rules that let a live model use the shell without the profile that keeps destructive commands from it. */
function shellRules({ settings: { model, policy } }: PlannedRun): string[] {
  if (policy.profile === 'edit' || isPlayed(model)) return [];
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
  const { network = 'none', read = [], write = [], unix_sockets, nested } = sandbox;
  return [
    ...(network === 'none' ? [] : [`sandbox.network: ${[network].flat().join(', ')}`]),
    ...read.map((path) => `sandbox.read: ${path}`),
    ...write.map((path) => `sandbox.write: ${path}`),
    ...(network === 'open' && unix_sockets === true ? ['sandbox.unix_sockets: true'] : []),
    ...(nested === true ? ['sandbox.nested: true'] : []),
  ];
}
