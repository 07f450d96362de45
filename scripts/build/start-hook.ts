// How a program for hosts starts: with the code that is kept of it, and nothing else that a start would have to compile.

import { runWithCache } from './code-cache.js';
import { type BuiltIn, folderSources } from './folder-sources.js';

export function runCompiled(
  builtIn: BuiltIn,
  filename: string,
  word: string | undefined,
  body: Parameters<typeof runWithCache>[4],
): void {
  runWithCache(builtIn, filename, word, folderSources(builtIn), body);
}
