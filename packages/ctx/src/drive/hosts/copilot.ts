// Copilot CLI, by ACP. It does not say what its tools are called, only what kind they are. What its provider refused it says as its answer,
// and ends its turn as if all were well: only the tokens are missing then.

import { startAcp } from '../acp-agent.js';
import { type AcpTraits, usageIn } from '../acp-traits.js';
import type { DrivableHost } from '../drivable-host.js';
import { statusIn } from '../provider-failure.js';

const enforcement = [
  { tool: 'execute', by: 'asked' },
  { tool: 'edit', by: 'asked' },
  { tool: 'delete', by: 'asked' },
  { tool: 'move', by: 'asked' },
  { tool: 'fetch', by: 'asked' },
  { tool: '*', by: 'none' },
] as const;

const traits: AcpTraits = {
  enforcement: [...enforcement],
  usageOf: usageIn('usage'),
  failedAs({ usage }, lastText) {
    // It does not go on after a denied call.
    if (lastText === 'Info: Operation cancelled by user') return { how: 'gave_up' };
    if (usage !== undefined || !lastText.startsWith('Error: ')) return undefined;
    const message = lastText.slice('Error: '.length);
    const status = statusIn(message);
    return { how: 'failed', message, ...(status !== undefined && { status }) };
  },
};

export const copilot: DrivableHost = {
  name: 'copilot',
  title: 'Copilot CLI',
  program: 'copilot',
  npm: '@github/copilot',
  oldest: '1.0.102',
  protocol: 'acp',
  enforcement: [...enforcement],
  variables: /^(?:COPILOT_|GH_TOKEN$|GITHUB_TOKEN$|GH_HOST$)/,
  own: ['.copilot'],
  network: ['api.githubcopilot.com', '*.githubcopilot.com', 'api.github.com', 'github.com'],
  addresses: ({ env }) => [
    env['COPILOT_PROVIDER_BASE_URL'],
    env['COPILOT_API_URL'],
    ...(env['GH_HOST'] ? [`https://${env['GH_HOST']}`, `https://api.${env['GH_HOST']}`] : []),
  ],
  tellsTokens: true,
  tellsCost: false,
  start: ({ model }) => ({
    argv: ['--acp', '--no-auto-update', ...(model === undefined ? [] : ['--model', model])],
    // Whatever the person's own environment allows it: here it asks.
    env: { COPILOT_ALLOW_ALL: 'false', COPILOT_AUTO_UPDATE: 'false' },
  }),
  connect: (started) => startAcp({ ...started, name: 'copilot', traits }),
};
