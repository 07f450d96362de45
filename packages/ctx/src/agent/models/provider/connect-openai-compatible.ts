// The Chat Completions API as many servers speak it: vLLM, LM Studio, llama.cpp, Ollama.

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Connect } from './connect.js';
import { lightFetch } from './light-fetch.js';

export const connect: Connect = (provider, model, { baseUrl, credential }) => {
  const server = createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    fetch: lightFetch,
    ...(credential === undefined ? {} : { apiKey: credential.value }),
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return { model: server.chatModel(model), habits: { schemaBesideTools: false } };
};
