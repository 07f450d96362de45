// What a log tells that another one has told: forks and copies of a session begin with the same answers, which have the same ids. The
// calls of such an answer, and the turn that it stands in, are the same, too.

import type { SessionRecord } from '../../protocol/records.js';

/** The answers of all logs so far, by the agent and the provider's id. */
export type ToldAnswers = Set<string>;

/** Runs that another run of the same log tells again are left out: they are counted as that one tells them. */
export function repeatedRecords(
  records: readonly SessionRecord[],
  told: ToldAnswers,
  retold: ReadonlySet<string>,
): ReadonlySet<SessionRecord> {
  const repeated = new Set<SessionRecord>();
  const runs = new Map<
    string,
    { readonly agent: string; turn?: SessionRecord | undefined; isCopy: boolean }
  >();
  let main = '';
  for (const record of records) {
    if (record.type === 'run.opened') {
      if (record.parent === undefined) main = record.run_id;
      runs.set(record.run_id, { agent: record.agent.name, isCopy: false });
    }
    const run_id = record.run_id ?? main;
    const run = runs.get(run_id);
    if (run === undefined || retold.has(run_id)) continue;
    if (record.type === 'turn.opened') {
      run.turn = record;
      run.isCopy = false;
    } else if (record.type === 'model.responded') {
      run.isCopy = isTold(told, run.agent, record.response_id);
      if (run.isCopy) repeated.add(record);
      if (run.isCopy && run.turn !== undefined) repeated.add(run.turn);
      run.turn = undefined;
    } else if (run.isCopy && record.type.startsWith('tool.')) repeated.add(record);
  }
  return repeated;
}

/** What an answer is known by; nothing where nobody gave it an id. */
export function toldKey(agent: string, response_id: string | undefined): string | undefined {
  return response_id === undefined ? undefined : `${agent} ${response_id}`;
}

/** Whether the answer was there before; it is from now on. */
function isTold(told: ToldAnswers, agent: string, response_id: string | undefined): boolean {
  const key = toldKey(agent, response_id);
  if (key === undefined || told.has(key)) return key !== undefined;
  told.add(key);
  return false;
}
