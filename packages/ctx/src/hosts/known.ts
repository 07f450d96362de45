// Every host that hooks can be installed in.

import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import type { Host } from './host.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';

export const hosts: readonly Host[] = [claudeCode, codex, gemini, copilot, qwen, opencode, cursor];

export function hostNamed(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}
