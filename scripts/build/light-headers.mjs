// Headers of our own for what the providers' packages share, and nowhere else: Node's take as long to load as Node itself, and
// load here while the provider thinks (light-fetch.ts) instead of before anything is sent.

import { join } from 'node:path';

const headers = join(import.meta.dirname, '../../packages/ctx/src/agent/models/provider/light-headers.ts');

export const lightHeaders = {
  name: 'light-headers',
  transform: {
    filter: { id: /[/\\]@ai-sdk[/\\]provider-utils[/\\]dist[/\\]index\.mjs$/ },
    handler: (code) => `import { Headers } from ${JSON.stringify(headers)};\n${code}`,
  },
};
