// OpenAI's Responses API.

import { createOpenAI } from '@ai-sdk/openai';
import type { Connect } from './connect.js';
import { rewritingFetch } from './event-stream.js';
import { responsesEvents } from './responses-events.js';

export const connect: Connect = (_, model, { baseUrl, credential, env }) => {
  const { OPENAI_ORG_ID: organization, OPENAI_PROJECT_ID: project } = env;
  const openai = createOpenAI({
    baseURL: baseUrl,
    fetch: rewritingFetch(responsesEvents, env),
    apiKey: credential?.value ?? '',
    ...(organization ? { organization } : {}),
    ...(project ? { project } : {}),
  });
  return {
    model: openai.responses(model),
    habits: {
      // The log is ours: nothing is left with the provider. Any JSON Schema may be asked for, not only strict ones.
      options: { openai: { store: false, strictJsonSchema: false } },
      // Without it the API makes every optional property of a tool's input required.
      strictTools: false,
      schemaBesideTools: true,
      effort: (reasoningEffort) => ({ openai: { reasoningEffort } }),
    },
  };
};
