// Where the files of the contract really lie, with this user and in this project: a variable may have moved a host's folder or
// ours, and people keep their settings elsewhere and link them.

import { isAbsolute, join } from 'node:path';
import type { Environment } from '../disk/user-folder.js';
import { whereItLeads } from '../disk/where-it-leads.js';
import { isWithin } from '../disk/within.js';
import { ownPathIn, ownPaths } from './own-files.js';

/** Folders of a home that a variable moves, with all that is in them. */
const movedBy = [
  ['.claude/', 'CLAUDE_CONFIG_DIR'],
  ['.codex/', 'CODEX_HOME'],
  ['.copilot/', 'COPILOT_HOME'],
  ['.qwen/', 'QWEN_HOME'],
  ['.cursor/', 'CURSOR_CONFIG_DIR'],
  ['.config/', 'XDG_CONFIG_HOME'],
  ['.local/state/', 'XDG_STATE_HOME'],
  ['.cache/', 'XDG_CACHE_HOME'],
] as const;

/** The folders that variables moved, each as it is called in a home and where it is. */
export function movedFolders(env: Environment): readonly (readonly [name: string, place: string])[] {
  return movedBy.flatMap(([name, variable]) => {
    const place = env[variable] ?? '';
    return isAbsolute(place) ? [[name, join(place, '.')] as const] : [];
  });
}

/** Places in them that no name tells: `/srv/claude/settings.json`, where `CLAUDE_CONFIG_DIR` says so. */
export function movedPlaces(folders: ReturnType<typeof movedFolders>): readonly string[] {
  const places = folders.flatMap(([name, place]) => {
    const inside = ownPaths.filter((path) => path.startsWith(name));
    return inside.map((path) => join(place, path.slice(name.length)));
  });
  return places.filter((place) => ownPathIn(place) === undefined);
}

/** All of them: as they are called, and where links lead. */
export function ownPlaces(root: string, env: Environment): readonly string[] {
  const bases = [root, env['HOME'] ?? ''].filter(isAbsolute);
  const named = bases.flatMap((base) => ownPaths.map((path) => join(base, path)));
  const all = [...named, ...movedPlaces(movedFolders(env))];
  return [...new Set([...all, ...all.flatMap(leadsTo)])];
}

/** A link that goes round in circles, or a folder that may not be looked into, leads to no file of ours. */
function leadsTo(place: string): string[] {
  try {
    return whereItLeads('/', place);
  } catch {
    return [];
  }
}

/** What of the contract a path without links is, or is in. */
export function ownPlaceOf(path: string, places: readonly string[]): string | undefined {
  const place = places.find((each) => isWithin(each, path));
  return place === undefined ? undefined : (ownPathIn(place) ?? place);
}
