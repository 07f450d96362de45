// A fleet of a shared store as a folder that others can check: its records and all logs are written down as a project would have them, and
// exported from there.

import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '../../../cli/command.js';
import { writeFailure } from '../../../disk/system-errors.js';
import { type ExportedFleet, exportFleet, type FleetOutput } from '../../../evidence/fleet/export-fleet.js';
import { projectRoot } from '../../../project/root.js';
import { sessionId } from '../../../session/id.js';
import { fleetPath } from '../../../store/fleets-folder.js';
import { foldFleet, linesOfFleet, linesOfLog } from '../../../store/postgres/read-store.js';
import { type GivenOut, giveOut } from './give-out.js';
import { withStore } from './open-store.js';

export interface Exporting extends FleetOutput {
  /** Puts the scratch copies of its sessions into this project. */
  readonly withWorkspaces: boolean;
}

export function exportShared(
  url: string,
  services: Services,
  id: string,
  { withWorkspaces, ...output }: Exporting,
): Promise<ExportedFleet & { readonly workspaces?: GivenOut[] }> {
  return withStore(url, services, async ({ connections }) => {
    const { state, head: end } = await foldFleet(connections, id);
    const folder = mkdtempSync(join(tmpdir(), 'ctx-fleet-'));
    try {
      const [fleets, sessions] = [join(folder, 'fleets'), join(folder, 'sessions')];
      for (const each of [fleets, sessions]) mkdirSync(each, { mode: 0o700 });
      for (const { queued, logs } of state.sessions.values())
        for (const { log, head } of logs.values())
          if (head !== undefined) {
            const file = join(sessions, `${sessionId(log)}.jsonl`);
            await write(file, linesOfLog(connections, queued.session_id, log), head.seq + 1);
          }
      const path = fleetPath(fleets, id);
      await write(path, linesOfFleet(connections, id), end.seq + 1);
      const made = exportFleet(path, sessions, output);
      if (!withWorkspaces) return made;
      const root = projectRoot(services);
      return { ...made, workspaces: await giveOut(state, { connections, sessions, root }) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** No more lines than that: a session that goes on has more than its fleet tells of. */
async function write(path: string, lines: AsyncIterable<string>, most = Infinity): Promise<void> {
  const descriptor = openSync(path, 'wx', 0o600);
  let count = 0;
  try {
    for await (const line of lines) {
      if (count >= most) break;
      writeFileSync(descriptor, `${line}\n`);
      count += 1;
    }
  } catch (error) {
    throw writeFailure(error, path);
  } finally {
    closeSync(descriptor);
  }
}
