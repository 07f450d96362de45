// The entries of the demand log for each opted-out surface, in its group: `- tools: …` below `### Lists` in `## Surfaces`.

import { fail } from '../codes.js';
import { demandLogPath } from './demand-log.js';
import { sectionBelow } from './log-lines.js';
import { optedOutGroups } from './surfaces.js';

/** The opted-out surfaces that have no entry in their group, and so nobody would think of. */
export function unlistedSurfaces(text: string, surfaces: readonly string[]): string[] {
  const listed = entriesIn(text);
  return surfaces.filter((surface) => !listed.has(`${groupOf(surface)}/${surface}`));
}

function groupOf(surface: string): string {
  const groups = Object.entries<readonly string[]>(optedOutGroups);
  return groups.find(([, members]) => members.includes(surface))?.[0] ?? 'Others';
}

function entriesIn(text: string): ReadonlySet<string> {
  const section = sectionBelow(text, 'Surfaces', (line, problem) =>
    fail('demand_log_malformed', { operation: 'parse', target: demandLogPath, line, problem }),
  );
  const found = new Set<string>();
  let group = '';
  for (const { text: line } of section?.lines.slice(section.start, section.end) ?? []) {
    if (line.startsWith('### ')) group = line.slice(4).trim();
    const name = /^- `?([a-z-]+)`?:/.exec(line)?.[1];
    if (name !== undefined) found.add(`${group}/${name}`);
  }
  return found;
}
