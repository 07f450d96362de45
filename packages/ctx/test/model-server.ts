// A model server that we did not write, on loopback, speaking every provider's own wire format; and how to reach it.

import { LLMock } from '@copilotkit/aimock';
import { onTestFinished } from 'vitest';

export interface ReachedModel {
  readonly provider: string;
  readonly name: string;
  /** Its API's root, as `--base-url` takes it. */
  readonly baseUrl: (server: string) => string;
}

export const everyProvider: readonly ReachedModel[] = [
  { provider: 'anthropic', name: 'anthropic/claude-haiku-4-5', baseUrl: (server) => `${server}/v1` },
  { provider: 'openai', name: 'openai/gpt-5-mini', baseUrl: (server) => `${server}/v1` },
  { provider: 'google', name: 'google/gemini-2.5-pro', baseUrl: (server) => `${server}/v1beta` },
  { provider: 'openai-compatible', name: 'openai-compatible/local', baseUrl: (server) => `${server}/v1` },
  { provider: 'ollama', name: 'ollama/qwen3', baseUrl: (server) => `${server}/v1` },
];

/** Credentials for all of them; no real one looks like these. */
export const testCredentials = {
  ANTHROPIC_API_KEY: 'anthropic-test-credential',
  OPENAI_API_KEY: 'openai-test-credential',
  GEMINI_API_KEY: 'gemini-test-credential',
};

export async function modelServer(prepare: (server: LLMock) => void): Promise<LLMock> {
  const server = new LLMock({ port: 0 });
  prepare(server);
  await server.start();
  onTestFinished(() => server.stop());
  return server;
}
