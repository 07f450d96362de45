// What the providers' packages bring along and nothing here needs, kept out of the built program.

import { join } from 'node:path';

/** What stands for globals of Node in all that is bundled: the real one takes as long to load as Node itself. */
export const lightGlobals = {
  Headers: [
    join(import.meta.dirname, '../../packages/ctx/src/agent/models/provider/light-headers.ts'),
    'Headers',
  ],
};

/** The packages also take schemas of zod 3, and none of ours is one: a fifth of their weight, never run. */
export const withoutOldZod = {
  name: 'without-old-zod',
  load: (id) =>
    /[/\\]zod[/\\]v3[/\\]index\.js$/.test(id) ? 'export const ZodFirstPartyTypeKind = {};' : null,
};
