// The record of a resumption: what goes on from where, and all that the person who resumes has changed.

import { type ModelPlace, modelFor } from '../agent/models/model-for.js';
import type { SessionState } from '../agent/session-state.js';
import { openRunOf, type RunState } from '../agent/state.js';
import { entryOf } from '../agent/tools/pool.js';
import type { RecordBodies, RunSettings } from '../protocol/records.js';
import { changedLimits } from '../session/limits.js';
import type { SessionWriter } from '../session/writer.js';
import { type ChangedSettings, changedSettings } from './changed-settings.js';
import type { RunServices } from './run-services.js';
import type { SessionServers } from './session-servers.js';
import { lastDone } from './what-is-left.js';

export interface ResumptionPlace {
  readonly root: string;
  readonly servers: SessionServers;
  readonly ownUrls: ModelPlace['ownUrls'];
  /** Processes that were still at work. */
  readonly ended: readonly number[];
  readonly services: RunServices;
}

export async function resumption(
  state: SessionState,
  writer: SessionWriter,
  changes: ChangedSettings,
  { root, ownUrls, servers, ended, services }: ResumptionPlace,
): Promise<RecordBodies['session.resumed']> {
  const { head } = writer;
  const last = lastDone(state);
  if (head === undefined) throw new TypeError('a session that was read has a last record');
  const open = openRunOf(state.runs);
  const before = last?.settings ?? state.planned.at(-1)?.settings;
  const after = before === undefined ? undefined : changedSettings(before, changes);
  const limits =
    before === undefined || after === undefined ? [] : changedLimits(before.budget, after.budget);
  const isOther = before !== undefined && after !== undefined && before.model !== after.model;
  const facts =
    isOther && open?.agent === 'ctx'
      ? await modelFor(after, open.run_id, { root, env: services.env, ownUrls }, 0)
      : undefined;
  const model = isOther
    ? {
        from: before.model,
        to: after.model,
        ...(facts !== undefined && { source: facts.source }),
        ...(facts?.price !== undefined && { price: facts.price }),
        ...(facts?.contextTokens !== undefined && { context_tokens: facts.contextTokens }),
      }
    : undefined;
  return {
    from_seq: head.seq,
    from_hash: head.hash,
    ...(services.clock.deterministic ? {} : { pid: process.pid }),
    ...(open !== undefined && after !== undefined && { settings: after }),
    ...(limits.length > 0 && { limits }),
    ...(model !== undefined && { model }),
    ...changedEffort(before, after),
    ...(ended.length > 0 && { ended: ended.map((pid) => ({ pid })) }),
    ...missingTools(open, servers),
  };
}

function changedEffort(
  before: RunSettings | undefined,
  after: RunSettings | undefined,
): Pick<RecordBodies['session.resumed'], 'effort'> {
  if (after?.effort === undefined || after.effort === before?.effort) return {};
  return { effort: { from: before?.effort ?? null, to: after.effort } };
}

/** A tool of the same name with another schema is another tool. */
function missingTools(open: RunState | undefined, servers: SessionServers): { tools_missing?: string[] } {
  if (open?.agent !== 'ctx') return {};
  const there = new Map(
    servers.for(open.settings).tools.map((tool) => [tool.name, entryOf(tool).schema_digest]),
  );
  const missing = open.pool.filter(
    ({ name, server, schema_digest }) => server !== undefined && there.get(name) !== schema_digest,
  );
  return missing.length === 0 ? {} : { tools_missing: missing.map(({ name }) => name) };
}
