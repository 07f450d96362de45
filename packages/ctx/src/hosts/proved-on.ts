// The packages of the hosts that the hooks were last proved on: real ones run in the tests and in the clean-host
// contract. Move them on by hand and run both.

export const provedOn = { '@anthropic-ai/claude-code': '2.1.197', '@openai/codex': '0.166.0' } as const;
