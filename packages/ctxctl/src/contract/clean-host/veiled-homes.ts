// The real homes of the machine as the clean host's programs see them: empty folders of the contract's own. Whatever is
// written there was written by one of these programs, and nobody else's writing is taken for theirs.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isBelow } from './environment.js';

export interface VeiledHomes {
  /** What a command has to begin with. */
  readonly words: readonly string[];
  /** Whether the programs find a stand-in at that path. */
  covers(path: string): boolean;
  /** One line for each thing that was written into a home. */
  written(): string[];
}

interface Home {
  readonly path: string;
  readonly standIn: string;
  /** What the programs need of it all the same: npm's cache, programs that are installed there. */
  readonly kept: readonly string[];
}

/** `needed` stays as it is. Nothing where the system has no bubblewrap, does not let it work, or needs a home itself. */
export function veilHomes(
  homes: readonly string[],
  needed: readonly string[],
  folder: string,
): VeiledHomes | undefined {
  if (homes.some((home) => needed.some((path) => isBelow(path, home)))) return undefined;
  const veiled = homes.map((path, index) => {
    const kept = needed.filter((place) => isBelow(path, place));
    return { path, standIn: join(folder, String(index)), kept };
  });
  for (const { standIn } of veiled) mkdirSync(standIn, { recursive: true });
  const words = ['bwrap', '--dev-bind', '/', '/', ...veiled.flatMap(bindsOf), '--'];
  const [program = '', ...rest] = words;
  if (spawnSync(program, [...rest, 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  const covers = (path: string) =>
    veiled.some((home) => isBelow(home.path, path) && !home.kept.some((place) => isBelow(place, path)));
  return { words, covers, written: () => veiled.flatMap(writtenInto).sort() };
}

function bindsOf({ path, standIn, kept }: Home): string[] {
  return ['--bind', standIn, path, ...kept.flatMap((place) => ['--dev-bind-try', place, place])];
}

/** The stand-in also has the folders that what is kept hangs in. */
function writtenInto({ path, standIn, kept }: Home): string[] {
  const hooks = new Set(kept.flatMap((place) => waysTo(relative(path, place))));
  return readdirSync(standIn, { recursive: true, encoding: 'utf8' })
    .filter((name) => !hooks.has(name))
    .map((name) => `new: ${join(path, name)}`);
}

function waysTo(path: string): string[] {
  return path === '.' || path === '' ? [] : [path, ...waysTo(dirname(path))];
}
