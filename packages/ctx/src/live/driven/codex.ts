// Codex without an account: a provider of its own in config.toml, the project trusted, and the hooks as if a person had looked at them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codex } from '../../hosts/codex.js';
import { trustHash, trustKeys } from '../../hosts/codex-trust.js';
import { installedHooks } from '../../hosts/settings/install.js';
import type { DrivenHost, LivePlace } from '../driven-host.js';

export const drivenCodex: DrivenHost = {
  name: 'codex',
  program: 'codex',
  shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
  delegate(message, offered, request) {
    const spawn = offered.find(({ name }) => name === 'spawn_agent');
    if (spawn === undefined) return [];
    const within = spawn.namespace === undefined ? {} : { namespace: spawn.namespace };
    // What it was called stands in the result of the first call.
    const agent = /agent_id\W+([0-9a-f-]{36})/.exec(request)?.[1] ?? '';
    return [
      { name: 'spawn_agent', ...within, input: { message } },
      { name: 'wait_agent', ...within, input: { targets: [agent], timeout_ms: 60_000 } },
    ];
  },
  prepare(place, url, hooks) {
    place.env['NOBODYS_KEY'] = 'sk-nobody';
    mkdirSync(join(place.home, '.codex'), { recursive: true });
    writeFileSync(join(place.home, '.codex', 'config.toml'), configOf(place, url, hooks));
  },
  argv: (prompt) => [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    prompt,
  ],
};

function configOf({ root }: LivePlace, url: string, hooks: readonly string[]): string {
  const trusted = hooks.flatMap((file) =>
    installedHooks(codex, file).map((hook) => {
      return `[hooks.state.${JSON.stringify(trustKeys(hook)[0])}]\ntrusted_hash = "${trustHash(hook)}"\n`;
    }),
  );
  return `model = "gpt-5"
model_provider = "script"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
multi_agent = true

[model_providers.script]
name = "script"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "NOBODYS_KEY"

[projects.${JSON.stringify(root)}]
trust_level = "trusted"

${trusted.join('\n')}`;
}
