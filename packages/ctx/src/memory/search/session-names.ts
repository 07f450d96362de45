// The session files of a folder by name, newest first: their ids begin with the time.

import { namesIn } from '../../disk/names-in.js';
import { isSessionId } from '../../session/id.js';

export function sessionNames(folder: string): string[] {
  const names = namesIn(folder).filter(
    (name) => name.endsWith('.jsonl') && isSessionId(name.slice(0, -'.jsonl'.length)),
  );
  return names.sort((a, b) => (a < b ? 1 : -1));
}
