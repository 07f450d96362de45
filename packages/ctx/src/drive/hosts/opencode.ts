// opencode, by ACP. Settings in its environment make it ask about everything. Of a turn it tells only what the last answer used.

import { join } from 'node:path';
import { startAcp } from '../acp-agent.js';
import type { AcpTraits } from '../acp-traits.js';
import type { DrivableHost, HostPlace } from '../drivable-host.js';
import { namesIn } from '../names-in-settings.js';

const enforcement = [{ tool: '*', by: 'asked' }] as const;

/** A later rule counts more than an earlier one, and the ones of opencode itself come before the star. */
const permission = Object.fromEntries(
  [
    '*',
    'bash',
    'edit',
    'read',
    'grep',
    'glob',
    'list',
    'webfetch',
    'websearch',
    'codesearch',
    'task',
    'skill',
    'lsp',
    'external_directory',
    'doom_loop',
  ].map((name) => [name, 'ask']),
);

const traits: AcpTraits = {
  enforcement: [...enforcement],
  asksLate: true,
  // The call is told first by its tool's name, and later by what it does.
  toolOf: (_, { title = '' }) => (/^[a-z][\w-]*$/i.test(title) ? title : undefined),
  toolsOf: (server) => `${server.replace(/[^\w-]/g, '_')}_`,
  // What it tells is of its last answer alone: no figure is better than a wrong one.
  usageOf: () => undefined,
};

export const opencode: DrivableHost = {
  name: 'opencode',
  title: 'opencode',
  program: 'opencode',
  npm: 'opencode-ai',
  oldest: '1.18.33',
  protocol: 'acp',
  enforcement: [...enforcement],
  variables: /^(?:OPENCODE|ANTHROPIC|OPENAI|OPENROUTER|GOOGLE_GENERATIVE_AI)_/,
  namedVariables: (place) => namesIn(settingsOf(place), /\{env:([A-Za-z_]\w*)\}/g),
  own: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
  obeys: ['.config/opencode/opencode.json', '.config/opencode/AGENTS.md', '.config/opencode/plugins'],
  network: [
    'opencode.ai',
    'models.dev',
    'api.anthropic.com',
    'api.openai.com',
    'openrouter.ai',
    'generativelanguage.googleapis.com',
  ],
  addresses: (place) => namesIn(settingsOf(place), /"baseURL"\s*:\s*"([^"]+)"/g),
  // Its ACP is a client of a server that it starts itself.
  ownLoopback: true,
  tellsTokens: false,
  tellsCost: false,
  start: ({ model, env }) => ({
    argv: ['acp'],
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(configOf(model, env['OPENCODE_CONFIG_CONTENT'])) },
  }),
  exported: (session) => ['export', session],
  connect: (started) => startAcp({ ...started, name: 'opencode', traits }),
};

function settingsOf({ home, env }: Pick<HostPlace, 'home' | 'env'>): string {
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode', 'opencode.json');
}

/** What the person's environment says stays, but for what is asked about. */
function configOf(model: string | undefined, given = '{}'): object {
  // Without this it ends its turn at a denied call.
  const experimental = { continue_loop_on_deny: true };
  return { ...parsed(given), permission, experimental, ...(model !== undefined && { model }) };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
