// Every host that hooks can be installed in.

import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import type { Host } from './host.js';

export const hosts: readonly Host[] = [claudeCode, codex];

export function hostNamed(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}
