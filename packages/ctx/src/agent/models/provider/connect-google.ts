// Google's Gemini API.

import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { Effort } from '../../../protocol/records.js';
import type { Connect } from './connect.js';
import { lightFetch } from './light-fetch.js';

export const connect: Connect = (_, model, { baseUrl, credential, env }) => {
  const apiKey = credential?.value ?? '';
  const google = createGoogleGenerativeAI({ baseURL: baseUrl, fetch: lightFetch(env), apiKey });
  return {
    model: google(model),
    habits: { schemaBesideTools: false, effort: (effort) => thinking(model, effort) },
  };
};

/** Models up to 2.5 take a number of tokens in the place of a level. */
const budgets: Readonly<Record<Effort, number>> = { low: 1024, medium: 8192, high: 24_576 };

function thinking(model: string, effort: Effort) {
  const isOlder = /^gemini-[12]\b/.test(model);
  const thinkingConfig = isOlder ? { thinkingBudget: budgets[effort] } : { thinkingLevel: effort };
  return { google: { thinkingConfig } };
}
