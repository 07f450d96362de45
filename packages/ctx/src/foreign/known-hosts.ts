// The hosts whose transcripts are read here.

export const transcriptHosts = ['claude-code', 'codex', 'gemini', 'copilot', 'qwen', 'opencode'] as const;

export type HostName = (typeof transcriptHosts)[number];

export function isTranscriptHost(name: string): name is HostName {
  return transcriptHosts.some((host) => host === name);
}
