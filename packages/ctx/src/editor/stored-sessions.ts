// Sessions that are there: listed, and told again to an editor that opens one.

import type { SessionInfo } from '@agentclientprotocol/sdk';
import { invalidParams } from '../acp/rpc-error.js';
import { oneLine } from '../approve/shown-call.js';
import { isThere } from '../disk/is-there.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import type { RunSettings } from '../protocol/records.js';
import { sessionId } from '../session/id.js';
import { listSessions } from '../session/list.js';
import { readSession, soundReading } from '../session/reader.js';
import { sessionPath, sessionsFolder } from '../session/sessions-folder.js';
import { keptHistory } from './kept-history.js';
import type { Viewer } from './viewer.js';

const pageSize = 50;
/** Of a longer history an editor gets the end. */
const longestHistory = 16 << 20;

/** The newest first; `cursor` is where the page before it ended. */
export function listedSessions(place: Whereabouts, cursor: string | undefined): object {
  const from = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(from) || from < 0) throw invalidParams('cursor is none that ctx gave');
  const { rows, total } = listSessions(sessionsFolder(place), from + pageSize);
  const root = projectRoot(place);
  const sessions = rows.slice(from).flatMap((row): SessionInfo[] => {
    // What another agent did cannot go on here.
    if (!row.readable || row.agent !== undefined) return [];
    const { session_id, last_modified } = row;
    const title = oneLine(row.title);
    return [{ sessionId: session_id, cwd: root, ...(title !== '' && { title }), updatedAt: last_modified }];
  });
  const next = from + pageSize;
  return { sessions, ...(next < total && { nextCursor: String(next) }) };
}

/**
 * What the session's last run was made with, after its history was told to whoever wants it. What is in the log when this is called
 * is told; it returns to its caller before that, and the sending goes on.
 */
export async function tellPast(
  given: string,
  place: Whereabouts,
  viewer: Viewer | undefined,
): Promise<RunSettings> {
  const id = sessionId(given);
  const folder = sessionsFolder(place);
  const path = sessionPath(folder, id);
  if (!isThere(path)) throw fail('session_unknown', { operation: 'load', target: given, folder });
  let last: RunSettings | undefined;
  let agent = 'ctx';
  const history = keptHistory(longestHistory);
  const reading = readSession(path, (record) => {
    if (record.type === 'run.opened') {
      last = record.settings;
      agent = record.agent.name;
    }
    for (const told of viewer?.past(record) ?? []) history.add(told);
  });
  soundReading(reading, path, 'read');
  if (last === undefined || agent !== 'ctx')
    throw fail('agent_foreign', { operation: 'load', target: given, agent });
  if (viewer === undefined) return last;
  const { connection } = viewer;
  if (history.leftOut > 0)
    viewer.tell({
      sessionUpdate: 'agent_thought_chunk',
      content: {
        type: 'text',
        text: '(The beginning of this session is left out; ctx load-session shows it.)',
      },
    });
  for (const { method, params } of history.all()) {
    if (connection.isSlow()) await connection.drained();
    connection.notify(method, params);
  }
  return last;
}
