// The session files of a folder by name, newest first: their ids begin with the time.

import { readdirSync } from 'node:fs';
import { readFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';
import { isSessionId } from '../../session/id.js';

export function sessionNames(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter(
      (name) => name.endsWith('.jsonl') && isSessionId(name.slice(0, -'.jsonl'.length)),
    );
    return names.sort((a, b) => (a < b ? 1 : -1));
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw readFailure(error, folder);
  }
}
