// Fleets that are files beside the sessions: found in their folders, each followed as its file grows.

import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { lockOwner } from '../disk/lock.js';
import { diskTrouble } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { fleetEnding, fleetFiles } from '../store/fleets-folder.js';
import { checkFleetLine, fleetShapes } from '../store/read-fleet.js';
import { fleetFold } from './fleet-fold.js';
import type { FleetSource, FollowedFleet, FoundFleet } from './fleets.js';
import { followedChain } from './followed-log.js';

export interface FleetPlace {
  readonly project: string;
  readonly folder: string;
}

export function fileFleets(places: readonly FleetPlace[]): FleetSource {
  return {
    kept: 'file',
    find: async () =>
      places.flatMap(({ project, folder }) => filesIn(folder).map((path) => found(path, project))),
  };
}

/** A folder that is gone, or that nobody may read, holds none. */
function filesIn(folder: string): string[] {
  try {
    return fleetFiles(folder);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

function found(path: string, project: string): FoundFleet {
  const { mtimeMs = 0, size = 0, ino = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  const isRunning = isConducted(path);
  return {
    at: path,
    project,
    fleetId: basename(path, fleetEnding),
    changedMs: mtimeMs,
    stamp: `${ino} ${size} ${mtimeMs} ${isRunning}`,
    isRunning,
    // One process conducts it, or nobody does.
    heard: () => (isRunning ? { at: mtimeMs, silent: false } : undefined),
    follow: () => followed(path),
  };
}

function isConducted(path: string): boolean {
  try {
    return lockOwner(`${path}.lock`) !== undefined;
  } catch (error) {
    // Of a lock that nobody may read, nothing is known.
    if (diskTrouble(error) !== undefined) return false;
    throw error;
  }
}

function followed(path: string): FollowedFleet {
  const shapes = fleetShapes();
  let fold = fleetFold();
  const anew = () => {
    fold = fleetFold();
    return followedChain(
      path,
      (line, head) => checkFleetLine(line, head, shapes),
      (record) => fold.take(record),
    );
  };
  let log = anew();
  return {
    async advance() {
      if (!(await log.advance())) {
        log = anew();
        await log.advance();
      }
      const { broken, head } = log;
      if (broken !== undefined || head === undefined)
        throw fail('fleet_broken', {
          operation: 'read',
          target: path,
          seq: broken?.seq ?? 0,
          reason: broken?.reason ?? 'not_opened',
        });
      return fold;
    },
  };
}
