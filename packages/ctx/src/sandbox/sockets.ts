// Sockets that somebody listens on. A read-only mount does not keep anyone from connecting to them.

import { readFileSync } from 'node:fs';

/** The paths of all sockets that have one. Where the system does not list them, there are none to cover. */
export function listeningSockets(list = '/proc/net/unix'): string[] {
  let text: string;
  try {
    text = readFileSync(list, 'utf8');
  } catch {
    return [];
  }
  const paths = text.split('\n').flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)];
}
