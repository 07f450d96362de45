// What the providers' packages bring along and nothing here needs, kept out of the built program.

import { join } from 'node:path';

const lightHeaders = join(
  import.meta.dirname,
  '../../packages/ctx/src/agent/models/provider/light-headers.ts',
);

/** In what the providers' packages share, and nowhere else: Node's own Headers take as long to load as Node itself. */
const withLightHeaders = {
  name: 'with-light-headers',
  transform: (code, id) =>
    /[/\\]@ai-sdk[/\\]provider-utils[/\\]dist[/\\]index\.mjs$/.test(id)
      ? `import { Headers } from ${JSON.stringify(lightHeaders)};\n${code}`
      : null,
};

/** The packages also take schemas of zod 3, and none of ours is one: a fifth of their weight, never run. */
const withoutOldZod = {
  name: 'without-old-zod',
  load: (id) =>
    /[/\\]zod[/\\]v3[/\\]index\.js$/.test(id) ? 'export const ZodFirstPartyTypeKind = {};' : null,
};

export const lightProviders = [withLightHeaders, withoutOldZod];
