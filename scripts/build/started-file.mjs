// The file that is started: it loads the program with the compiled code that is kept of it.

import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inputOptions, outputOptions } from './options.mjs';

/**
 * `body` is its code, with a `require` of that kind; `word` the place in argv of what tells the program's commands apart;
 * `copy` the file with all sources, for a program that has to survive an upgrade.
 */
export async function startedFile({ body, word, copy }) {
  const [loader, run, ...more] =
    copy === undefined
      ? ['code-cache.ts', 'runCompiled']
      : ['program-sources.ts', 'runThroughUpgrades', JSON.stringify(copy)];
  const input = join(import.meta.dirname, loader);
  const bundle = await rolldown({ input, platform: 'node', transform: inputOptions.transform });
  const { output } = await bundle.generate({ ...outputOptions, format: 'iife', name: 'codeCache' });
  await bundle.close();
  // In parentheses of its own, V8 compiles the body at once instead of looking through it first.
  const inner = `(function (exports, require) {\n${body}\n})`;
  const given = ['process.getBuiltinModule', '__filename', `process.argv[${word}]`, inner, ...more];
  return `#!/usr/bin/env node\n${output[0].code}\ncodeCache.${run}(${given.join(', ')});\n`;
}
