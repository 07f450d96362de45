// Every host that hooks can be installed in, and how each speaks.

import { claudeCode, claudeCodeSpeech } from './claude-code.js';
import { codex, codexSpeech } from './codex.js';
import type { Host, HostSpeech } from './host.js';

export const hosts: readonly Host[] = [claudeCode, codex];

/** Apart from the hosts themselves: answering an event needs nothing else of them. */
export const speeches: readonly HostSpeech[] = [claudeCodeSpeech, codexSpeech];

export function hostNamed(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}
