// `ctx-hook HOST EVENT`, which hosts start for every event. V8 compiles this file anew at each start, so it holds only what
// must work when no other file can be loaded.

import { endHook } from './commands/end-hook.js';

const words = process.argv.slice(2);

import('./commands/hook-process.js')
  .then(({ runHookProcess }) => runHookProcess(words))
  .catch((error: unknown) => endHook(words, error));
