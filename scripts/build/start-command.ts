// How the program with the commands starts: with the code that is kept of it, and the copy of its sources.

import type * as path from 'node:path';
import { runWithCache } from './code-cache.js';
import { openProgram } from './program-sources.js';

/** `copy` names the file with all sources. */
export function runCompiled(
  nodeRequire: NodeJS.Require,
  filename: string,
  word: string | undefined,
  copy: string,
  body: Parameters<typeof runWithCache>[4],
): void {
  const { dirname }: typeof path = nodeRequire('node:path');
  const program = openProgram(nodeRequire, dirname(filename), copy);
  runWithCache(nodeRequire, filename, word, program, body);
}
