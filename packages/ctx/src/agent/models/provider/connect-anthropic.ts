// Anthropic's Messages API.

import { createAnthropic } from '@ai-sdk/anthropic';
import type { Connect } from './connect.js';
import { lightFetch } from './light-fetch.js';

export const connect: Connect = (_, model, { baseUrl, credential, env }) => {
  const value = credential?.value ?? '';
  const bearer = credential?.variable === 'ANTHROPIC_AUTH_TOKEN';
  const anthropic = createAnthropic({
    baseURL: baseUrl,
    fetch: lightFetch(env),
    ...(bearer ? { authToken: value } : { apiKey: value }),
  });
  return {
    model: anthropic(model),
    habits: {
      cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      schemaBesideTools: true,
      effort: (effort) => ({ anthropic: { effort } }),
    },
  };
};
