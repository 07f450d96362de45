// The packages of the hosts that the hooks were last proved on: real ones run in the tests, and the first two in the clean-host
// contract. Move them on by hand and run both.

export const provedOn = {
  '@anthropic-ai/claude-code': '2.1.197',
  '@openai/codex': '0.166.0',
  '@google/gemini-cli': '0.61.0',
  '@github/copilot': '1.0.102',
  '@qwen-code/qwen-code': '0.24.4',
  'opencode-ai': '1.18.33',
} as const;
