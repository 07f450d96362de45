// Notes of sessions that nobody goes on with any more. A new session is the moment to forget them.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, contextPath } from '../memory/context.js';
import { isSystemError } from '../protocol/failure.js';
import { notesFolder } from './session-notes.js';

const keptMs = 30 * 86_400_000;

export function forgetOldNotes(context: Context, now: number): void {
  const folder = contextPath(context, ...notesFolder);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (name.endsWith('.jsonl') && now - written > keptMs) rmSync(path, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}
