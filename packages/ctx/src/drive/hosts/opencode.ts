// opencode, by ACP. Settings in its environment make it ask about everything. Of a turn it tells only what the last answer used.

import { writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listOf, membersOf } from '../../acp/fields.js';
import { parsedJson } from '../../protocol/parsed-json.js';
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
  start({ model, env, folder, shownFolder }) {
    const name = 'commands-by-proxy.js';
    // Outside of a sandbox there is no proxy of ours.
    const isConfined = shownFolder !== folder;
    if (isConfined) writeFileSync(join(folder, name), commandsByProxy, { mode: 0o600 });
    const plugins = isConfined ? [pathToFileURL(join(shownFolder, name)).href] : [];
    const config = configOf(env['OPENCODE_CONFIG_CONTENT'], model, plugins);
    return { argv: ['acp'], env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) } };
  },
  exported: (session) => ['export', session],
  connect: (started) => startAcp({ ...started, name: 'opencode', traits }),
};

function settingsOf({ home, env }: Pick<HostPlace, 'home' | 'env'>): string {
  const { XDG_CONFIG_HOME: given = '' } = env;
  return join(isAbsolute(given) ? given : join(home, '.config'), 'opencode', 'opencode.json');
}

/** A plugin of this run: opencode reaches itself over loopback without our proxy, its commands do not. So what they try is seen. */
const commandsByProxy = `export const commandsByProxy = async () => ({
  'shell.env': async (_, { env }) => void Object.assign(env, { NO_PROXY: '', no_proxy: '' }),
});
`;

/** What the person's environment says stays, but for what is asked about. */
function configOf(given: string | undefined, model: string | undefined, plugins: readonly string[]): object {
  const theirs = membersOf(parsedJson(given ?? '{}'));
  // Without this it ends its turn at a denied call.
  const experimental = { continue_loop_on_deny: true };
  const plugin = [...listOf(theirs['plugin']), ...plugins];
  return { ...theirs, permission, experimental, plugin, ...(model !== undefined && { model }) };
}
