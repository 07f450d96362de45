// The Chat Completions API as many servers speak it: vLLM, LM Studio, llama.cpp, Ollama.

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { chatEvents } from './chat-events.js';
import type { Connect } from './connect.js';
import { rewritingFetch } from './event-stream.js';

export const connect: Connect = (provider, model, { baseUrl, credential, env }) => {
  const server = createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    fetch: rewritingFetch(chatEvents, env),
    ...(credential === undefined ? {} : { apiKey: credential.value }),
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const effort = (reasoningEffort: string) => ({ [provider]: { reasoningEffort } });
  return { model: server.chatModel(model), habits: { schemaBesideTools: false, effort } };
};
