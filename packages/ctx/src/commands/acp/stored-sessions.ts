// Sessions that are there: listed, and told again to an editor that opens one.

import type { SessionInfo, SessionUpdate } from '@agentclientprotocol/sdk';
import type { Connection } from '../../acp/connection.js';
import { invalidParams } from '../../acp/rpc-error.js';
import type { Services } from '../../cli/command.js';
import { isThere } from '../../disk/is-there.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import type { RunSettings } from '../../protocol/records.js';
import { sessionId } from '../../session/id.js';
import { listSessions } from '../../session/list.js';
import { readSession, soundReading } from '../../session/reader.js';
import { sessionPath, sessionsFolder } from '../../session/sessions-folder.js';
import type { ClientOffers } from './offers.js';
import { recordUpdates } from './record-updates.js';

const pageSize = 50;
/** Of a longer history an editor gets the end. */
const longestHistory = 16 << 20;

/** The newest first; `cursor` is where the page before it ended. */
export function listedSessions(services: Services, cursor: string | undefined): object {
  const from = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(from) || from < 0) throw invalidParams('cursor is none that ctx gave');
  const { rows, total } = listSessions(sessionsFolder(services), from + pageSize);
  const root = projectRoot(services);
  const sessions = rows.slice(from).flatMap((row): SessionInfo[] => {
    // What another agent did cannot go on here.
    if (!row.readable || row.agent !== undefined) return [];
    const { session_id, title, last_modified } = row;
    return [{ sessionId: session_id, cwd: root, ...(title !== '' && { title }), updatedAt: last_modified }];
  });
  const next = from + pageSize;
  return { sessions, ...(next < total && { nextCursor: String(next) }) };
}

interface Told {
  readonly connection: Connection;
  readonly offers: ClientOffers;
  /** Whether the editor is told what was said and done. */
  readonly tells: boolean;
}

/** What the session's last run was made with, after its history was told. */
export async function replayed(
  given: string,
  services: Services,
  { connection, offers, tells }: Told,
): Promise<RunSettings> {
  const id = sessionId(given);
  const folder = sessionsFolder(services);
  const path = sessionPath(folder, id);
  if (!isThere(path)) throw fail('session_unknown', { operation: 'load', target: given, folder });
  const root = projectRoot(services);
  let last: RunSettings | undefined;
  let agent = 'ctx';
  const records = recordUpdates(offers, () => `${root}/${last?.workspace ?? '.'}`, { withPrompts: true });
  const history: SessionUpdate[] = [];
  let bytes = 0;
  let leftOut = 0;
  const reading = readSession(path, (record) => {
    if (record.type === 'run.opened') {
      last = record.settings;
      agent = record.agent.name;
    }
    for (const update of records.take(record)) {
      history.push(update);
      bytes += JSON.stringify(update).length;
    }
    while (bytes > longestHistory) {
      bytes -= JSON.stringify(history[leftOut]).length;
      leftOut += 1;
    }
  });
  soundReading(reading, path, 'read');
  if (last === undefined || agent !== 'ctx')
    throw fail('agent_foreign', { operation: 'load', target: given, agent });
  if (!tells) return last;
  const send = (update: SessionUpdate) => connection.notify('session/update', { sessionId: given, update });
  if (leftOut > 0)
    send({
      sessionUpdate: 'agent_thought_chunk',
      content: {
        type: 'text',
        text: '(The beginning of this session is left out; ctx load-session shows it.)',
      },
    });
  for (const update of history.slice(leftOut)) {
    if (connection.isSlow()) await connection.drained();
    send(update);
  }
  return last;
}
