// Every host whose transcripts can be read, by name.

import { claudeCode } from './claude-code/host.js';
import { codex } from './codex/host.js';
import { copilot } from './copilot/host.js';
import { gemini } from './gemini/host.js';
import type { HostName } from './known-hosts.js';
import { opencode } from './opencode/host.js';
import { qwen } from './qwen/host.js';
import type { TranscriptHost } from './transcript-host.js';

const hosts: { readonly [K in HostName]: TranscriptHost } = {
  'claude-code': claudeCode,
  codex,
  gemini,
  copilot,
  qwen,
  opencode,
};

export function hostNamed(name: HostName): TranscriptHost {
  return hosts[name];
}

/** Qwen's lines look like Claude Code's with more in them, so the others are asked first. */
export const inOrderOfRecognition: readonly TranscriptHost[] = [
  codex,
  gemini,
  copilot,
  opencode,
  qwen,
  claudeCode,
];
