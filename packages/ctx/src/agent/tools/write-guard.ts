// What the file tools may not write to, judged by where a path really leads.

import { lstatSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { withEndings } from '../../disk/ending-names.js';
import { realPlace } from '../../disk/real-place.js';
import { whereItLeads } from '../../disk/where-it-leads.js';
import { isWithin } from '../../disk/within.js';
import { protectedBy, protectedDenial, protectedPaths } from '../../policy/protected-paths.js';
import { gitFolders } from '../../sandbox/git-folders.js';
import type { Denial } from '../ports.js';

export interface Protection {
  /** Where the project is that the workspace belongs to. */
  readonly project?: string | undefined;
  /** Entries of the table of protected paths that a config opened. */
  readonly opened?: readonly string[] | undefined;
  /** The session's own file, wherever it is. */
  readonly evidence?: readonly string[];
}

/** `real` has no link on the way; whether something is there or not makes no difference. */
export type WriteGuard = (real: string) => Denial | undefined;

export function writeGuard(workspace: string, protection: Protection = {}): WriteGuard {
  const { project, opened = [], evidence = [] } = protection;
  const folders = project === undefined ? [workspace] : [workspace, project];
  return (real) => {
    for (const folder of folders) {
      const way = relative(realPlace(folder), real).split(sep);
      const denial =
        way[0] === '..' || isAbsolute(way.join(sep)) ? undefined : protectedBy(way.join('/'), opened);
      if (denial !== undefined) return denial;
    }
    // A link in the place of one of them leads to what is obeyed.
    if (folders.some((folder) => linkedPlaces(folder, opened).some((path) => isWithin(path, real))))
      return protectedDenial('a protected path that is a link here');
    if (gitSettings(folders, opened).some((path) => isWithin(path, real)))
      return protectedDenial('what git runs or obeys');
    // Its lock and what is kept of it stand beside it, under names that begin as it does.
    const logs = evidence.map(realPlace);
    if (logs.some((log) => lower(real).startsWith(lower(log.replace(/\.jsonl$/, '')))))
      return protectedDenial('the log of this session');
    const files = folders.flatMap((folder) => namedFiles(realPlace(folder), opened));
    return isSameFile(real, [...logs, ...files]) ? protectedDenial('a file of another name') : undefined;
  };
}

/** Hooks that `core.hooksPath` names and settings that are included may be files of the project. */
function gitSettings(folders: readonly string[], opened: readonly string[]): string[] {
  if (opened.includes('.git')) return [];
  const tops = folders.map(realPlace);
  return tops.flatMap((top) => gitFolders(join(top, '.git'), tops).flatMap(({ settings }) => settings));
}

function lower(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}

/** Those of the table that are files: a hard link gives them a second name. */
function namedFiles(folder: string, opened: readonly string[]): string[] {
  const closed = protectedPaths.filter((path) => !opened.includes(path));
  return withEndings(folder, closed).map((path) => join(folder, path));
}

function linkedPlaces(folder: string, opened: readonly string[]): string[] {
  const top = realPlace(folder);
  return namedFiles(top, opened).flatMap((path) => leadsTo(path).filter((real) => real !== path));
}

/** Also a link to what is not there yet; one that goes round in circles leads nowhere. */
function leadsTo(path: string): string[] {
  try {
    return whereItLeads('/', path);
  } catch {
    return [];
  }
}

function isSameFile(path: string, others: readonly string[]): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (entry === undefined || entry.nlink < 2n || !entry.isFile()) return false;
  return others.some((other) => {
    const there = lstatSync(other, { throwIfNoEntry: false, bigint: true });
    return there?.ino === entry.ino && there.dev === entry.dev;
  });
}
