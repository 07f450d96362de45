// How sources become CommonJS, for every program of ours. Node starts CommonJS faster than ES modules.

import { join } from 'node:path';

export const inputOptions = {
  platform: 'node',
  resolve: {
    alias: { typebox$: join(import.meta.dirname, 'plain-typebox.ts') },
    // A package's ES modules, where it has them: some wrap their CommonJS in ways that no bundler can follow.
    mainFields: ['module', 'main'],
  },
  // What one command imports at once, another may load only when it needs it.
  checks: { ineffectiveDynamicImport: false },
  preserveEntrySignatures: 'allow-extension',
  transform: { target: 'node20.19', define: { 'import.meta.dirname': '__dirname' } },
  // No module of ours works at import time: what nothing reads any more goes, schemas and what builds them too.
  treeshake: {
    manualPureFunctions: ['t'],
    moduleSideEffects: [
      { test: /-main\.ts$|\/main\.ts$/, sideEffects: true },
      { test: /\/src\/|\/scripts\/build\/|\/node_modules\/typebox\//, sideEffects: false },
    ],
  },
};

export const outputOptions = {
  format: 'cjs',
  dynamicImportInCjs: false,
  // Licences ship in a file of their own; in the code, a start would read past them.
  comments: { legal: false },
  // Names of functions stay, so that a stack trace can be read.
  minify: { compress: true, mangle: { keepNames: true }, codegen: true },
  entryFileNames: '[name].cjs',
};

/** A file of a program, as its loader wants it (code-cache.ts): a function, of one-byte characters alone. */
export function asFunction(code) {
  return `(function (exports, require, __dirname) {${inAscii(code).replace(getter, 'exports.$1=$2')}\n})`;
}

/** How the bundler says an export, for the case that it changes later. None does, and `run` has hundreds of them. */
const getter =
  /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g;

/** V8 keeps such a text in half the room. Escapes mean the same everywhere but in a raw text. */
export function inAscii(code) {
  if (/String\.raw`[^`]*[^\0-\x7f`]/.test(code)) throw new Error('a raw text holds more than ASCII');
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
