// Which session a subagent belongs to, where its host gives it a session of its own: noted when the subagent starts, until that session is over.

import { readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { namesIn } from '../disk/names-in.js';
import { writeOver } from '../disk/write-over.js';
import type { HostEvent } from '../protocol/host-event.js';
import { foreignSessionId } from '../session/foreign-sessions.js';
import { isSessionId } from '../session/id.js';

/** The log of the session that an event belongs to; `told` is that of the session which the event names. */
export function logOfAgent(told: string, host: string, { kind, agent = '' }: HostEvent): string {
  const folder = dirname(told);
  const note = noteIn(folder, foreignSessionId(host, agent));
  if (kind === 'subagent-start') {
    makeFolders(dirname(note), 0o700);
    writeOver(note, basename(told, '.jsonl'));
    return told;
  }
  const session = notedIn(note) ?? notedIn(noteIn(folder, basename(told, '.jsonl')));
  return session === undefined ? told : join(folder, `${session}.jsonl`);
}

export function forgetAgentsOf(log: string): void {
  const folder = dirname(log);
  for (const name of namesIn(dirname(noteIn(folder, 'any')))) {
    const note = noteIn(folder, name);
    if (notedIn(note) === basename(log, '.jsonl')) rmSync(note, { force: true });
  }
}

function noteIn(folder: string, agent: string): string {
  return join(folder, '.agents', agent);
}

/** A note that is missing or not whole says nothing. */
function notedIn(note: string): string | undefined {
  try {
    const session = readFileSync(note, 'utf8');
    return isSessionId(session) ? session : undefined;
  } catch {
    return undefined;
  }
}
