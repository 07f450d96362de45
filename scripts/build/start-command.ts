// How the program with the commands starts: with the code that is kept of it, and the copy of its sources.

import { runWithCache } from './code-cache.js';
import type { BuiltIn } from './folder-sources.js';
import { openProgram } from './program-sources.js';

/** `copy` names the file with all sources. */
export function runCompiled(
  builtIn: BuiltIn,
  filename: string,
  word: string | undefined,
  copy: string,
  body: Parameters<typeof runWithCache>[4],
): void {
  const { dirname } = builtIn('node:path');
  const program = openProgram(builtIn, dirname(filename), copy);
  runWithCache(builtIn, filename, word, program, body);
}
