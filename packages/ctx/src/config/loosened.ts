// What a config loosens: people who run one that came with a repository see it before anything happens.

import type { SessionConfig, Settings } from './session-config.js';

/** One line each, as it stands in the config; nothing where the config only tightens. */
export function loosened({ runs, ...session }: SessionConfig): string[] {
  const lines = [session, ...runs].flatMap(linesOf);
  return [...new Set(lines)];
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
