// How the system keeps a program on the clean host: the machine is there to read, only the host's own folders can be
// written, and where others would leave something (the real homes, /tmp) a stand-in of the contract's takes it. All
// processes of a call end with it, and with us.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isBelow } from './environment.js';

export interface Confinement {
  /** What a command has to begin with. */
  words(needs: Needs): readonly string[];
  /** Whether the programs find a stand-in at that path. */
  covers(path: string): boolean;
  /** One line for each thing that was written into a stand-in. */
  written(): string[];
}

export interface Needs {
  readonly network: boolean;
  /** Folders outside of the host that the call has to write to: npm's cache. */
  readonly writes: readonly string[];
}

export interface Confined {
  /** Where it is on the machine. */
  readonly bubblewrap: string;
  /** The real homes of people. */
  readonly homes: readonly string[];
  /** What the programs need of them all the same, to read: Node, the folders of PATH. */
  readonly needed: readonly string[];
  /** What they may write to. */
  readonly writable: readonly string[];
  /** Where everything of the contract is: it cannot be written but for those. */
  readonly root: string;
}

interface StandIn {
  readonly path: string;
  readonly folder: string;
  readonly kept: readonly string[];
}

/** Ends with the contract, whatever happens to it. */
const tether = ['--die-with-parent', '--unshare-pid', '--unshare-ipc'];

/** For the machine's own tools, which may do what they do: only their life is bound to ours. */
export function tethered(bubblewrap: string): readonly string[] {
  return [bubblewrap, ...tether, '--dev-bind', '/', '/', '--proc', '/proc', '--'];
}

/** Nothing where the system has no bubblewrap, does not let it work, or a home itself is needed. */
export function confine({ bubblewrap, homes, needed, writable, root }: Confined): Confinement | undefined {
  if (homes.some((home) => needed.some((path) => isBelow(path, home)))) return undefined;
  const standIns = [...sharedFolders(), ...homes].map((path, index): StandIn => {
    const folder = join(root, 'stand-ins', String(index));
    mkdirSync(folder, { recursive: true });
    return { path, folder, kept: needed.filter((place) => isBelow(path, place)) };
  });
  const mounted = [root, ...standIns.flatMap(({ path, kept }) => [path, ...kept])];
  const words = ({ network, writes }: Needs) => [
    bubblewrap,
    ...tether,
    ...(network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...standIns.flatMap(({ path, folder }) => ['--bind', folder, path]),
    ...standIns.flatMap(({ kept }) => kept).flatMap((place) => ['--ro-bind-try', place, place]),
    ...writes.flatMap((place) => ['--bind-try', place, place]),
    ...['--ro-bind', root, root],
    ...writable.flatMap((place) => ['--bind', place, place]),
    '--',
  ];
  const [program = '', ...rest] = words({ network: false, writes: [] });
  if (spawnSync(program, [...rest, 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  return {
    words,
    covers: (path) =>
      standIns.some((place) => isBelow(place.path, path) && !place.kept.some((kept) => isBelow(kept, path))),
    written: () => standIns.flatMap((place) => writtenInto(place, mounted)).sort(),
  };
}

/** Where anybody may write. */
function sharedFolders(): string[] {
  return ['/tmp', '/var/tmp', '/dev/shm'].filter(
    (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

/** A stand-in also has the folders that others are mounted on: what is kept, the root, a home in /tmp. */
function writtenInto({ path, folder }: StandIn, mounted: readonly string[]): string[] {
  const inside = mounted.filter((place) => isBelow(path, place));
  const ways = new Set(inside.flatMap((place) => waysTo(relative(path, place))));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !ways.has(name))
    .map((name) => `new: ${join(path, name)}`);
}

function waysTo(path: string): string[] {
  return path === '.' || path === '' ? [] : [path, ...waysTo(dirname(path))];
}
