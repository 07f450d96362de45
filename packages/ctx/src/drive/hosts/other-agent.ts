// Any other agent that speaks ACP, by the command that a config names. What it asks about, nobody knows beforehand: each of its calls says.

import { startAcp } from '../acp-agent.js';
import { plainTraits } from '../acp-traits.js';
import type { DrivableHost } from '../drivable-host.js';

export function otherAgent(name: string): DrivableHost {
  return {
    name,
    title: name,
    program: name,
    npm: '',
    oldest: '0.0.0',
    protocol: 'acp',
    enforcement: plainTraits.enforcement,
    variables: /^$/,
    own: [],
    obeys: [],
    network: undefined,
    tellsTokens: true,
    tellsCost: false,
    start: () => ({ argv: [] }),
    connect: (started) => startAcp({ ...started, name, traits: plainTraits }),
  };
}
