// Every host that ctx can drive, by name.

import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import type { DrivableHost } from './drivable-host.js';
import { claudeCode } from './hosts/claude-code.js';
import { codex } from './hosts/codex.js';
import { copilot } from './hosts/copilot.js';
import { gemini } from './hosts/gemini.js';
import { opencode } from './hosts/opencode.js';
import { qwen } from './hosts/qwen.js';

export const drivableHosts: readonly DrivableHost[] = [claudeCode, codex, gemini, copilot, qwen, opencode];

export function drivableHost(name: string): DrivableHost {
  const found = drivableHosts.find((host) => host.name === name);
  if (found !== undefined) return found;
  const known = drivableHosts.map((host) => host.name);
  throw fail('agent_unknown', { operation: 'plan', target: name, known, nearest: nearest(name, known) });
}
