// Copilot CLI, by ACP. It does not say what its tools are called, only what kind they are. What its provider refused it says as its answer,
// and ends its turn as if all were well: only the tokens are missing then.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../../acp/fields.js';
import { startAcp } from '../acp-agent.js';
import { type AcpTraits, usageIn } from '../acp-traits.js';
import type { DrivableHost } from '../drivable-host.js';
import { serversFile } from '../handed-servers.js';
import { statusIn } from '../provider-failure.js';

const enforcement = [
  { tool: 'execute', by: 'asked' },
  { tool: 'edit', by: 'asked' },
  { tool: 'delete', by: 'asked' },
  { tool: 'move', by: 'asked' },
  { tool: 'fetch', by: 'asked' },
  { tool: '*', by: 'none' },
] as const;

/** What it asks about by ACP. Of commands our hook is told as well: their user may have allowed them for good. */
const asked = /^(?:write_bash|write_powershell|edit|create|str_replace|apply_patch|web_fetch|fetch)$/;

function toolsOf(server: string): string {
  return `${server.replace(/[^\w-]/g, '_')}-`;
}

const traits: AcpTraits = {
  enforcement: [...enforcement],
  hasServers: true,
  asksShortened: true,
  // A tool of a server it names first, and later only by what the server calls it.
  toolOf: (_, { kind, title = '' }) => (kind === 'other' && /^[\w-]+$/.test(title) ? title : undefined),
  toolsOf,
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
  obeys: ['.copilot/hooks', '.copilot/mcp-config.json', '.copilot/installed-plugins'],
  network: ['api.githubcopilot.com', '*.githubcopilot.com', 'api.github.com', 'github.com'],
  addresses: ({ env }) => [
    env['COPILOT_PROVIDER_BASE_URL'],
    env['COPILOT_API_URL'],
    ...(env['GH_HOST'] ? [`https://${env['GH_HOST']}`, `https://api.${env['GH_HOST']}`] : []),
  ],
  tellsTokens: true,
  tellsCost: false,
  hook: {
    first: ['execute'],
    toolsOf,
    // It tells no id.
    callOf({ toolName, toolArgs }) {
      const tool = textOf(toolName) ?? '';
      return asked.test(tool) ? undefined : { call_id: '', tool, input: toolArgs ?? {} };
    },
    replyOf: (word) =>
      word.say === 'allow'
        ? {}
        : {
            permissionDecision: 'deny',
            permissionDecisionReason: word.say === 'deny' ? word.reason : 'the turn is being ended',
          },
  },
  start({ model, hook, folder, shownFolder, servers }) {
    // It takes no servers by ACP.
    const file = 'mcp-servers.json';
    if (servers.length > 0) writeFileSync(join(folder, file), serversFile(servers), { mode: 0o600 });
    const named = servers.length === 0 ? [] : ['--additional-mcp-config', `@${join(shownFolder, file)}`];
    const plugin = hook === undefined ? [] : ['--plugin-dir', join(shownFolder, pluginIn(folder, hook))];
    return {
      argv: [
        '--acp',
        '--no-auto-update',
        ...named,
        ...plugin,
        ...(model === undefined ? [] : ['--model', model]),
      ],
      // Whatever the person's own environment allows it: here it asks.
      env: { COPILOT_ALLOW_ALL: 'false', COPILOT_AUTO_UPDATE: 'false' },
    };
  },
  connect: (started) => startAcp({ ...started, name: 'copilot', traits }),
};

/** A plugin of this run alone, beside those of the person. */
function pluginIn(folder: string, bash: string): string {
  const name = 'ctx-hook';
  mkdirSync(join(folder, name), { mode: 0o700 });
  const hooks = { version: 1, hooks: { preToolUse: [{ type: 'command', bash, timeoutSec: 86_400 }] } };
  const about = { name, version: '1.0.0', description: 'Asks ctx before a call', hooks: 'hooks.json' };
  for (const [file, value] of Object.entries({ 'plugin.json': about, 'hooks.json': hooks }))
    writeFileSync(join(folder, name, file), JSON.stringify(value), { mode: 0o600 });
  return name;
}
