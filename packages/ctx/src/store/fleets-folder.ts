// Where fleets live, and which file a user means by FLEET.

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside, pathInside } from '../disk/inside.js';
import { isThere } from '../disk/is-there.js';
import { namesIn } from '../disk/names-in.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { sessionsFolder } from '../session/sessions-folder.js';

export const fleetEnding = '.fleet.jsonl';
const grammar = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

type Whereabouts = Parameters<typeof sessionsFolder>[0];

/** Beside the folder of the sessions. */
export function fleetsFolder(surroundings: Whereabouts): string {
  // A repository can bring a link in its place: only a person may name a folder elsewhere.
  return surroundings.env['CTX_SESSIONS_DIR']
    ? join(dirname(sessionsFolder(surroundings)), 'fleets')
    : pathInside(projectRoot(surroundings), '.context', 'fleets');
}

/** The folders of the fleets of some projects: this one's, and those whose sessions are in their own folders. */
export function fleetPlaces(
  surroundings: Whereabouts,
  sessions: readonly { readonly project: string; readonly folder: string }[],
): { readonly project: string; readonly folder: string }[] {
  const here = projectRoot(surroundings);
  const folders = new Map([[fleetsFolder(surroundings), here]]);
  for (const { project, folder } of sessions)
    if (folder === join(project, '.context', 'sessions')) {
      const own = join(project, '.context', 'fleets');
      if (project !== here && isThere(own) && isInside(project, own)) folders.set(own, project);
    }
  return [...folders].map(([folder, project]) => ({ folder, project }));
}

export function isFleetId(text: string): boolean {
  return grammar.test(text);
}

export function fleetId(text: string): string {
  if (isFleetId(text)) return text;
  throw fail('fleet_id_invalid', { operation: 'parse', target: text });
}

export function fleetPath(folder: string, id: string): string {
  return pathInside(folder, `${fleetId(id)}${fleetEnding}`);
}

/** A path if it has a slash or the ending, an id otherwise; the newest where nothing is named. */
export function locateFleet(fleet: string | undefined, surroundings: Whereabouts): string {
  const folder = fleetsFolder(surroundings);
  if (fleet === undefined) return newestIn(folder);
  const path =
    fleet.includes('/') || fleet.endsWith(fleetEnding)
      ? resolve(surroundings.cwd, fleet)
      : fleetPath(folder, fleet);
  if (!isThere(path)) throw fail('fleet_unknown', { operation: 'find', target: fleet, folder });
  return path;
}

/**
 * The files of the fleets in a folder, those that changed last first. What leads out of it, or in circles, is none: a
 * repository may have planted it beside the others.
 */
export function fleetFiles(
  folder: string,
  refused: (path: string, why: Failure) => void = () => {},
): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(fleetEnding) && grammar.test(name.slice(0, -fleetEnding.length)))
    .flatMap((name) => {
      try {
        const path = pathInside(folder, name);
        return [{ path, changed: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }];
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        refused(join(folder, name), error);
        return [];
      }
    })
    .toSorted((a, b) => b.changed - a.changed || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

function newestIn(folder: string): string {
  const [newest] = fleetFiles(folder);
  if (newest === undefined) throw fail('fleet_none', { operation: 'find', target: folder, folder });
  return newest;
}
