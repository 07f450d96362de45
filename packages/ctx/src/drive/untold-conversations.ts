// The conversations of an agent in a session's log whose transcript nobody has read yet: that of the run which is over now, and those of
// runs that a crash cut off before anybody could.

import type { SessionRecord } from '../protocol/records.js';

export interface Conversation {
  /** What the agent calls it. */
  readonly session: string;
  /** All runs that were of it, in order. */
  readonly runs: readonly string[];
  /** Those that no transcript tells again yet. */
  readonly untold: readonly string[];
}

export function untoldConversations(
  records: readonly SessionRecord[],
  agent: string,
  run_id: string,
): Conversation[] {
  const found: { session: string; runs: string[]; told: Set<string>; wasCut: boolean }[] = [];
  let open: string | undefined;
  for (const record of records) {
    if (record.type === 'session.resumed') {
      const cut = found.find(({ runs }) => open !== undefined && runs.includes(open));
      if (cut !== undefined) cut.wasCut = true;
    }
    if (record.type === 'run.closed' && record.run_id === open) open = undefined;
    if (record.type !== 'run.opened' || record.parent !== undefined) continue;
    const { name, session_id: session, resumed } = record.agent;
    for (const { told } of found) if (record.retells !== undefined) told.add(record.retells);
    if (name !== agent || session === undefined || record.capture.model !== 'driven') continue;
    open = record.run_id;
    const before = resumed ? found.findLast((one) => one.session === session) : undefined;
    if (before === undefined) found.push({ session, runs: [open], told: new Set(), wasCut: false });
    else before.runs.push(open);
  }
  return found.flatMap(({ session, runs, told, wasCut }) => {
    const untold = runs.filter((id) => !told.has(id));
    const isWanted = untold.length > 0 && (wasCut || runs.includes(run_id));
    return isWanted ? [{ session, runs, untold }] : [];
  });
}
