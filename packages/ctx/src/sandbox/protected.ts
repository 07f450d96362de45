// What a command may read and not change: what is obeyed outside of the sandbox, and our memory. What is missing cannot be
// protected; `appearing` says what of it came into being.

import { join } from 'node:path';
import { withEndings } from '../disk/ending-names.js';
import { obeyedPaths } from '../policy/protected-paths.js';
import { entryAt } from './entry.js';

const obeyedNames: readonly string[] = ['.context', ...obeyedPaths];

/** In a folder, by the names that they have there. */
export function obeyedIn(folder: string): string[] {
  return withEndings(folder, obeyedNames).map((name) => join(folder, name));
}

/** In `.context`: what an agent may never see, whatever it is allowed to read. */
export const privateMemory: readonly string[] = [
  'fleets',
  'sessions',
  'scratchpad.md',
  'scratchpad.age',
  'scratchpad.history',
];

/** Called before a command; what it returns says afterwards which of these appeared meanwhile. */
export function appearing(workspace: string): () => string[] {
  const before = new Set(watchedIn(workspace));
  return () => watchedIn(workspace).filter((name) => !before.has(name));
}

function watchedIn(workspace: string): string[] {
  const names = withEndings(workspace, [...obeyedNames, '.git', '.git/hooks', '.git/config']);
  return names.filter((name) => entryAt(join(workspace, name)) !== undefined);
}
