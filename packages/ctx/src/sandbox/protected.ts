// What a command may read and not change: what is obeyed outside of the sandbox, and our memory. What is missing cannot be
// protected; `appearing` says what of it came into being.

import { join } from 'node:path';
import { obeyedPaths } from '../policy/protected-paths.js';
import { entryAt } from './entry.js';

export const obeyedNames: readonly string[] = ['.context', ...obeyedPaths];

/** In `.context`: what an agent may never see, whatever it is allowed to read. */
export const privateMemory: readonly string[] = [
  'sessions',
  'scratchpad.md',
  'scratchpad.age',
  'scratchpad.history',
];

const watched = [...obeyedNames, '.git', '.git/hooks', '.git/config'];

/** Called before a command; what it returns says afterwards which of these appeared meanwhile. */
export function appearing(workspace: string): () => string[] {
  const missing = watched.filter((name) => !isThere(join(workspace, name)));
  return () => missing.filter((name) => isThere(join(workspace, name)));
}

function isThere(path: string): boolean {
  return entryAt(path) !== undefined;
}
