// Google's Gemini API.

import { createGoogleGenerativeAI } from '@ai-sdk/google';
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
const budgets: ReadonlyMap<string, number> = new Map([
  ['low', 1024],
  ['medium', 8192],
  ['high', 24_576],
]);

function thinking(model: string, effort: string) {
  const budget = /^gemini-[12]\b/.test(model) ? budgets.get(effort) : undefined;
  // A level that is not known here is for the provider to refuse.
  const thinkingConfig = budget === undefined ? { thinkingLevel: effort } : { thinkingBudget: budget };
  return { google: { thinkingConfig } };
}
