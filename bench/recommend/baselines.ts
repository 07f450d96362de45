// Two simple ways to recommend, as measures: plain keyword overlap, and exact names by token and tag with degree.

import type { Entry } from '../../packages/ctx/src/catalog/entry.js';
import type { Case } from './cases.js';

export type Ranking = readonly string[];

/** How many different words of the repository and the task stand in an entry's name, tags and summary. */
export function keywordOverlap(entries: readonly Entry[], { files, task }: Case): Ranking {
  const words = tokens([...Object.keys(files), ...Object.values(files), task ?? ''].join(' '));
  return ranked(entries, (entry) => {
    const own = tokens([entry.name, ...entry.tags, entry.summary].join(' '));
    let shared = 0;
    for (const word of own) if (words.has(word)) shared++;
    return shared / Math.sqrt(own.size + 1);
  });
}

/** A token that is exactly a tag or a part of the name counts, weighed by how well an entry is connected. */
export function exactNames(entries: readonly Entry[], { files, task }: Case): Ranking {
  const words = tokens([...Object.keys(files), ...Object.values(files), task ?? ''].join(' '));
  const degrees = degreesOf(entries);
  return ranked(entries, (entry) => {
    const tags = entry.tags.filter((tag) => words.has(tag)).length;
    const names = entry.name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((part) => words.has(part)).length;
    return (2 * tags + names) * Math.log(2 + (degrees.get(entry.id) ?? 0));
  });
}

/** Entries that share a tag are neighbours. */
function degreesOf(entries: readonly Entry[]): Map<string, number> {
  const members = new Map<string, number>();
  for (const { tags } of entries) for (const tag of tags) members.set(tag, (members.get(tag) ?? 0) + 1);
  return new Map(
    entries.map(({ id, tags }) => [id, tags.reduce((sum, tag) => sum + (members.get(tag) ?? 1) - 1, 0)]),
  );
}

function tokens(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9][a-z0-9.+#-]*/g) ?? []);
}

function ranked(entries: readonly Entry[], score: (entry: Entry) => number): Ranking {
  return entries
    .map((entry) => ({ id: entry.id, score: score(entry) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}
