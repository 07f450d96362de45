// Files of a project that something outside of the sandbox obeys later: a host's settings, an editor's tasks, our memory.
// Commands may read them. Those that are missing cannot be protected; `appearing` says which of them came into being.

import { join } from 'node:path';
import { entryAt } from './entry.js';

export const obeyedNames: readonly string[] = [
  '.context',
  '.mcp.json',
  '.claude',
  '.codex',
  '.cursor',
  '.gemini',
  '.opencode',
  'opencode.json',
  'opencode.jsonc',
  '.vscode',
  '.idea',
  '.devcontainer',
  '.envrc',
];

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
