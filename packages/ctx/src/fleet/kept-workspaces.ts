// What a session's log says of its workspaces: which snapshot each was kept in last, and whether anything happened since that nobody kept.

import { isOfSubagent, type RecordOf, type RunSettings } from '../protocol/records.js';
import { readSession } from '../session/reader.js';

export interface KeptWorkspace {
  readonly settings: Pick<RunSettings, 'workspace' | 'scratch'>;
  readonly snapshot: RecordOf<'workspace.snapshot'> | undefined;
  /** Why it could not be kept after that. */
  readonly unkept: string | undefined;
}

/** By the place of each. A session that has kept none has changed none. */
export function keptWorkspaces(path: string): KeptWorkspace[] {
  const kept = new Map<string, KeptWorkspace>();
  let settings: KeptWorkspace['settings'] | undefined;
  readSession(path, (record) => {
    if (record.type === 'run.opened' && !isOfSubagent(record)) settings = record.settings;
    if (settings === undefined) return;
    const place = settings.scratch ? '' : settings.workspace;
    // Others are for an undo, and stay on the machine that took them.
    if (record.type === 'workspace.snapshot' && record.pack_digest !== undefined)
      kept.set(place, { settings, snapshot: record, unkept: undefined });
    if (record.type === 'finding' && record.code === 'workspace_unkept')
      kept.set(place, { settings, snapshot: kept.get(place)?.snapshot, unkept: record.says });
  });
  return [...kept.values()];
}
