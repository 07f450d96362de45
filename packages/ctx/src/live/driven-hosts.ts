// Every host that can be driven here. Cursor has no program that runs without an account.

import { drivenClaudeCode } from './driven/claude-code.js';
import { drivenCodex } from './driven/codex.js';
import { drivenCopilot } from './driven/copilot.js';
import { drivenGemini } from './driven/gemini.js';
import { drivenOpencode } from './driven/opencode.js';
import { drivenQwen } from './driven/qwen.js';
import type { DrivenHost } from './driven-host.js';

export const drivenHosts: readonly DrivenHost[] = [
  drivenClaudeCode,
  drivenCodex,
  drivenGemini,
  drivenCopilot,
  drivenQwen,
  drivenOpencode,
];
