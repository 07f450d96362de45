// Every host that hooks can be installed in, and how each speaks.

import { claudeCode, claudeCodeSpeech } from './claude-code.js';
import { codex, codexSpeech } from './codex.js';
import { copilot, copilotSpeech } from './copilot.js';
import { cursor, cursorSpeech } from './cursor.js';
import { gemini, geminiSpeech } from './gemini.js';
import type { Host, HostSpeech } from './host.js';
import { opencode, opencodeSpeech } from './opencode.js';
import { qwen, qwenSpeech } from './qwen.js';

export const hosts: readonly Host[] = [claudeCode, codex, gemini, copilot, qwen, opencode, cursor];

/** Apart from the hosts themselves: answering an event needs nothing else of them. */
export const speeches: readonly HostSpeech[] = [
  claudeCodeSpeech,
  codexSpeech,
  geminiSpeech,
  copilotSpeech,
  qwenSpeech,
  opencodeSpeech,
  cursorSpeech,
];

export function hostNamed(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}

export function speechNamed(name: string): HostSpeech | undefined {
  return speeches.find((speech) => speech.name === name);
}
