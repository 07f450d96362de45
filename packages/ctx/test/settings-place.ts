// A home with the settings of Claude Code in it, where hooks can be installed and removed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeCode } from '../src/hosts/claude-code.js';
import type { Host } from '../src/hosts/host.js';
import { installHooks, removeHooks } from '../src/hosts/settings/install.js';
import { temporaryFolder } from './folder.js';

export const program = ['/usr/bin/node', '/opt/ctx/hook.cjs'];

export function settingsPlace(content?: string) {
  const home = temporaryFolder();
  const env = { HOME: home };
  const file = join(home, '.claude', 'settings.json');
  if (content !== undefined) {
    mkdirSync(dirname(file));
    writeFileSync(file, content);
  }
  return {
    home,
    file,
    env,
    text: () => readFileSync(file, 'utf8'),
    install: (start = program, host: Host = claudeCode) => installHooks(host, file, start, env, false),
    remove: (host: Host = claudeCode) => removeHooks(host, file, env, false),
  };
}
