// A person's trust in the hooks of ctx, as Codex keeps it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codex } from '../../src/hosts/codex.js';
import { trustHash, trustKeys } from '../../src/hosts/codex-trust.js';
import { installedHooks } from '../../src/hosts/settings/install.js';
import type { HostProject } from './host-project.js';

/** What Codex writes when a person has looked at the hooks and trusts them. */
export function trustHooks(project: HostProject) {
  const config = join(project.home, '.codex/config.toml');
  const hooks = installedHooks(codex, join(project.home, '.codex/hooks.json'));
  const states = hooks.map(
    (hook) => `[hooks.state."${trustKeys(hook)[0]}"]\ntrusted_hash = "${trustHash(hook)}"\n`,
  );
  writeFileSync(config, `${readFileSync(config, 'utf8')}\n${states.join('\n')}`);
}
