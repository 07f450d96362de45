// Google's Gemini API.

import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { Connect } from './connect.js';
import { lightFetch } from './light-fetch.js';

export const connect: Connect = (_, model, { baseUrl, credential }) => {
  const apiKey = credential?.value ?? '';
  const google = createGoogleGenerativeAI({ baseURL: baseUrl, fetch: lightFetch, apiKey });
  return { model: google(model), habits: { schemaBesideTools: false } };
};
