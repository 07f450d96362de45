// What a command sees of the disk: the one description that mounts, the profile for macOS and `explain` are made from.

import { join } from 'node:path';
import { realPlace } from '../disk/real-place.js';
import { foldersBetween, isBelow, isWithin } from '../disk/within.js';
import { entryAt } from './entry.js';
import { gitFolders } from './git-folders.js';
import type { HiddenPaths } from './hidden.js';
import type { SandboxPlan } from './plan.js';
import { obeyedIn, privateMemory } from './protected.js';

export type Sight =
  /** As it is, not to be changed. */
  | 'readable'
  | 'writable'
  /** A folder of the session in its place. */
  | 'private'
  /** Nothing of it can be read. */
  | 'hidden';

export interface ViewPart {
  readonly path: string;
  readonly sight: Sight;
  readonly folder: boolean;
  /** The folder of the session that is shown there. */
  readonly from?: string;
}

/** Where two speak of the same path, the stricter one counts. */
const strictness: Readonly<Record<Sight, number>> = { private: 0, writable: 1, readable: 2, hidden: 3 };

/** Outer paths first. What lies in something hidden is not mentioned again. */
export function viewOf(plan: SandboxPlan, found: HiddenPaths, sockets: readonly string[]): ViewPart[] {
  const { workspace, home, folders, logs } = plan;
  const parts = new Map<string, ViewPart>();
  const add = (path: string, sight: Sight, from?: string) => {
    const entry = entryAt(path);
    if (entry?.isSymbolicLink() || (entry === undefined && path !== home)) return;
    const before = parts.get(path);
    if (before !== undefined && strictness[before.sight] >= strictness[sight]) return;
    const folder = from !== undefined || entry?.isDirectory() === true;
    parts.set(path, { path, sight, folder, ...(from !== undefined && { from }) });
  };

  add('/tmp', 'private', folders.tmp);
  add('/var/tmp', 'private', folders.tmp);
  add(home, 'private', folders.home);
  for (const path of [...plan.tools, ...plan.readable]) add(path, 'readable');
  for (const path of plan.writable) add(path, 'writable');
  add(workspace, 'writable');

  const roots = [...new Set([workspace, ...(plan.root === undefined ? [] : [plan.root])])];
  const kept = roots.flatMap(obeyedIn);
  const gits = found.gits.flatMap((git) => gitFolders(git, [workspace, ...plan.writable]));
  for (const { folder } of gits) if (isPlain(folder)) add(folder, 'writable');
  const files = found.gits.filter((git) => entryAt(git)?.isFile());
  for (const path of [...kept, ...files, ...gits.flatMap(({ settings }) => settings)])
    if (isPlain(path)) add(path, 'readable');
  const memories = roots.map((root) => join(root, '.context'));
  const unseen = [
    ...memories.flatMap((memory) => privateMemory.map((name) => join(memory, name))),
    ...logs,
    ...found.files,
    ...found.folders,
    ...sockets,
    ...plan.unreadable,
  ];
  for (const path of unseen) if (isShown(plan, path)) add(path, 'hidden');
  pin(parts, plan, add);

  const hidden = [...parts.values()].filter(({ sight }) => sight === 'hidden');
  const visible = [...parts.values()].filter(({ path }) => !hidden.some((part) => isBelow(part.path, path)));
  return visible.sort((one, other) => depth(one.path) - depth(other.path));
}

/** A mount point cannot be renamed: with its folders bound onto themselves, nothing is moved away from its rule. */
function pin(
  parts: ReadonlyMap<string, ViewPart>,
  plan: SandboxPlan,
  add: (path: string, sight: Sight) => void,
) {
  const tops = [plan.workspace, ...plan.writable];
  for (const { path, sight } of [...parts.values()]) {
    if (sight !== 'readable' && sight !== 'hidden') continue;
    const top = tops.find((folder) => isBelow(folder, path));
    if (top === undefined) continue;
    const between = foldersBetween(top, path);
    const closed = between.some((folder) => {
      const there = parts.get(folder)?.sight;
      return there === 'readable' || there === 'hidden';
    });
    if (!closed) for (const folder of between) add(folder, 'writable');
  }
}

/** Folders of people's own that commands see, in which programs outside may have put sockets. */
export function shownFolders({ readable, writable, workspace }: SandboxPlan): string[] {
  return [...readable, ...writable, workspace];
}

/** Whether anything could be seen at a path, had it no rule of its own. */
export function isShown(plan: SandboxPlan, path: string): boolean {
  const shown = [...plan.system, ...plan.tools, ...plan.readable, ...plan.writable, plan.workspace];
  return shown.some((folder) => isWithin(folder, path));
}

/** What a command would see there: the innermost part that holds the path, or nothing at all. */
export function sightAt(plan: SandboxPlan, view: readonly ViewPart[], path: string): Sight | 'absent' {
  const part = view.findLast((one) => isWithin(one.path, path));
  if (part !== undefined) return part.sight;
  return plan.system.some((folder) => isWithin(folder, path)) ? 'readable' : 'absent';
}

/** A link on the way there, which a command may have left, would show what it leads to. */
function isPlain(path: string): boolean {
  return realPlace(path) === path;
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length;
}
