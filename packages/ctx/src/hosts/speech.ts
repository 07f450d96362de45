// How a host speaks, loaded when it does: an event comes from one host, which waits for all that is loaded.

import { claudeCodeSpeech } from './claude-code.js';
import type { HostSpeech } from './host.js';

/** Most hosts understand it, so whoever is not known is answered in it. */
export const usualSpeech: HostSpeech = claudeCodeSpeech;

export async function speechNamed(name: string): Promise<HostSpeech | undefined> {
  switch (name) {
    case usualSpeech.name:
      return usualSpeech;
    case 'codex':
      return (await import('./codex.js')).codexSpeech;
    case 'gemini':
      return (await import('./gemini.js')).geminiSpeech;
    case 'copilot':
      return (await import('./copilot.js')).copilotSpeech;
    case 'qwen':
      return (await import('./qwen.js')).qwenSpeech;
    case 'opencode':
      return (await import('./opencode.js')).opencodeSpeech;
    case 'cursor':
      return (await import('./cursor.js')).cursorSpeech;
    default:
      return undefined;
  }
}
