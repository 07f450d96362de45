// The file that is started: it loads the program with the compiled code that is kept of it.

import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inputOptions, outputOptions } from './options.mjs';

/** `body` is its code, with a `require` of that kind; `word` the place in argv of what tells the program's commands apart. */
export const startedCommand = (body, word, copy) =>
  startedFile('start-command.ts', [word, JSON.stringify(copy)], body);

export const startedHook = (body, word) => startedFile('start-hook.ts', [word], body);

async function startedFile(loader, [word, ...more], body) {
  const input = join(import.meta.dirname, loader);
  const bundle = await rolldown({ input, platform: 'node', transform: inputOptions.transform });
  const { output } = await bundle.generate({ ...outputOptions, format: 'iife', name: 'codeCache' });
  await bundle.close();
  const given = ['process.getBuiltinModule', '__filename', `process.argv[${word}]`, ...more].join(', ');
  // In parentheses of its own, V8 compiles it at once instead of looking through it first.
  return `#!/usr/bin/env node
${output[0].code}
codeCache.runCompiled(${given}, (function (exports, require) {
${body}
}));
`;
}
