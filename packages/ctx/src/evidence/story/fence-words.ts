// How a run was confined, in the words that verify, the report and the terminal share.

import type { Agent, Fence } from '../../protocol/records.js';

/** Another agent has its own ways, and ctx does not see them. */
export function sandboxWords({ sandbox }: Fence, agent: string): string {
  if (sandbox === undefined && agent !== 'ctx') return 'sandbox not known';
  if (sandbox === undefined || sandbox.backend === 'none') return 'not sandboxed';
  const { backend, version, network } = sandbox;
  return `sandboxed: ${backend}${version === undefined ? '' : ` ${version}`}, ${networkWords(network)}`;
}

function networkWords(network: NonNullable<Fence['sandbox']>['network']): string {
  if (network === 'none') return 'no network';
  return network === 'open' ? 'open network' : `network: ${network.join(', ') || 'no host'}`;
}

/** Who acted, where that was not ctx itself. */
export function agentWords({ agent: { name, version } }: { readonly agent: Agent }): string {
  if (name === 'ctx') return '';
  return `${name}${version === undefined ? '' : ` ${version}`} · `;
}
