// Which readers a path has, found by its name or its ending.

import { readers } from './readers/index.js';
import type { ReaderEntry } from './readers/reader-entry.js';

export interface Readers {
  /** Whether any file with this ending has a reader. */
  mayRead(ending: string): boolean;
  of(path: string, name: string, ending: string): readonly ReaderEntry[];
}

/** Finds the readers of a path. Most paths have none, and are answered by two look-ups. */
export function readersByPath(): Readers {
  const byName = new Map<string, ReaderEntry[]>();
  const byEnding = new Map<string, ReaderEntry[]>();
  const namesEnd = new Set<string>();
  for (const entry of readers) {
    for (const name of entry.names ?? []) {
      add(byName, name, entry);
      namesEnd.add(endingOf(name));
    }
    for (const ending of entry.endings ?? []) add(byEnding, ending, entry);
  }
  return {
    mayRead: (ending) => byEnding.has(ending) || namesEnd.has(ending),
    of(path, name, ending) {
      const named = namesEnd.has(ending) ? byName.get(name) : undefined;
      const ended = byEnding.get(ending);
      if (named === undefined && ended === undefined) return none;
      const both = named === undefined ? (ended ?? []) : ended === undefined ? named : [...named, ...ended];
      if (!both.some((entry) => fits(entry, path, name))) return none;
      return both.filter((entry) => fits(entry, path, name));
    },
  };
}

function fits({ where }: ReaderEntry, path: string, name: string): boolean {
  return where === undefined || where(path, name);
}

/** From the last dot on, '' where there is none. `Dockerfile.dev` counts as `dev.Dockerfile`. */
export function endingOf(name: string): string {
  if (name.startsWith('Dockerfile.')) return '.Dockerfile';
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot);
}

const none: readonly ReaderEntry[] = [];

function add(map: Map<string, ReaderEntry[]>, key: string, entry: ReaderEntry) {
  const there = map.get(key);
  if (there === undefined) map.set(key, [entry]);
  else there.push(entry);
}
