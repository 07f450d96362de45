// Which files an entry means: those that its source names, or a copy that a person has.

import { statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isSystemError } from '../../protocol/failure.js';
import type { Entry } from '../entry.js';
import { sourceGone } from './gathered.js';
import { type GitPage, gitPage } from './git-page.js';

export type FoundSource = { readonly place: string } | { readonly page: GitPage };

/** `given` is a checkout of the whole source, the skill's own folder, or the agent's own file. */
export function sourceIn(entry: Entry, given: string | undefined): FoundSource {
  const page = gitPage(entry.source);
  if (given !== undefined) return { place: inCopy(entry, given, page?.path) };
  if (page !== undefined) return { page };
  if (!isAbsolute(entry.source))
    throw sourceGone(
      entry,
      'it is neither the address of a folder or file in a git repository nor a path on this machine',
    );
  return { place: entry.kind === 'skill' ? dirname(entry.source) : entry.source };
}

function inCopy(entry: Entry, given: string, path: string | undefined): string {
  const places = [given, ...(path === undefined ? [] : [join(given, path)]), join(given, entry.name)];
  const found = places.find((place) =>
    entry.kind === 'skill' ? isThereAt(join(place, 'SKILL.md')) : place.endsWith('.md') && isThereAt(place),
  );
  if (found !== undefined) return found;
  const wanted = entry.kind === 'skill' ? 'SKILL.md' : basename(path ?? `${entry.name}.md`);
  throw sourceGone({ ...entry, source: given }, `there is no ${wanted} of it`);
}

/** Looked at only; whatever else is wrong with it is said by who opens it. */
export function isThereAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isSystemError(error, 'ENOTDIR', 'ENAMETOOLONG');
  }
}
