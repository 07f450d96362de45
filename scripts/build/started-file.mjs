// The file that is started: it loads the program with the compiled code that is kept of it.

import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inputOptions, outputOptions } from './options.mjs';

/**
 * `body` is its code, with a `require` of that kind; `word` the place in argv of what tells the program's commands apart; `copy` the file
 * that holds all its sources, if there is one.
 */
export async function startedFile(body, word, copy) {
  const input = join(import.meta.dirname, 'code-cache.ts');
  const bundle = await rolldown({ input, platform: 'node', transform: inputOptions.transform });
  const { output } = await bundle.generate({ ...outputOptions, format: 'iife', name: 'codeCache' });
  await bundle.close();
  // In parentheses of its own, V8 compiles it at once instead of looking through it first.
  const start = `codeCache.runCompiled(require, __filename, process.argv[${word}], ${JSON.stringify(copy)}, (function (exports, require) {`;
  return `#!/usr/bin/env node
${output[0].code}
${start}
${body}
}));
`;
}
