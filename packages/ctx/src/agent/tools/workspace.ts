// Paths that stay inside a workspace, also when somebody plants a link between the check and the use.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { hardLinksBelow, type NamesOf } from '../../disk/hard-links.js';
import { isBelow, isWithin } from '../../disk/within.js';
import { isSystemError } from '../../protocol/failure.js';
import type { CallOptions, Denial, ToolOutcome } from '../ports.js';
import type { WriteGuard } from './write-guard.js';

/** A path that the tool will not touch, or cannot; the model is told why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What a path really is, the policy denies. */
class Denied extends Error {
  override readonly name = 'Denied';
  readonly denial: Denial;

  constructor(denial: Denial) {
    super(denial.reason);
    this.denial = denial;
  }
}

/** A workspace, and what the policy says of the real paths in it. */
export interface Reach {
  readonly root: string;
  readonly judge: CallOptions['judge'];
  /** All names of a file, where a rule may be about another than the one that was given. */
  readonly namesOf?: NamesOf | undefined;
  /** What a sandbox hides is not even listed. Asked about real paths. */
  readonly hides?: ((path: string) => boolean) | undefined;
  /** What may not be written to, whatever the policy says. */
  readonly guard?: WriteGuard;
}

export function reachOf(root: string, { judge, guarded }: CallOptions, hides?: Reach['hides']): Reach {
  return { root, judge, hides, ...(guarded && { namesOf: hardLinksBelow(realpathSync(root)) }) };
}

/** A descriptor of the file itself. Links are followed first, and what was opened must then lie inside. */
export function openInside(reach: Reach, path: string, open = openSync): number {
  const real = realInside(reach.root, path);
  // Without O_NONBLOCK, a named pipe would hold us until somebody writes into it.
  const descriptor = open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    admit(reach, path, pathOf(descriptor, real), isBelow);
    admitNames(reach, fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Calls `use` with a path of a folder that is held open, and with what it really is. The workspace itself is one. */
export function inFolder<T>(reach: Reach, path: string, use: (folder: string, real: string) => T): T {
  const folder = hold(realInside(reach.root, path, isWithin));
  try {
    admit(reach, path, folder.real, isWithin);
    return use(heldPath(folder), folder.real);
  } finally {
    closeSync(folder.descriptor);
  }
}

/** Calls `use` with the path of a file in a folder that is held open, so that nobody can put another in its place. */
export function inParentFolder<T>(reach: Reach, path: string, use: (file: string) => T): T {
  const target = writableTarget(reach.root, path);
  const parent = openFolders(reach, dirname(target), path);
  try {
    refuseProtected(reach, join(parent.real, basename(target)));
    admit(reach, path, join(parent.real, basename(target)), isBelow);
    const file = join(heldPath(parent), basename(target));
    admitNames(reach, lstatSync(file, { throwIfNoEntry: false }));
    return use(file);
  } finally {
    closeSync(parent.descriptor);
  }
}

/** What has been opened must lie inside, and the policy is asked again, now that it is known what the path really is. */
function admit({ root, judge }: Reach, path: string, real: string, lies: typeof isWithin): void {
  const realRoot = realpathSync(root);
  if (!lies(realRoot, real)) throw outside(path);
  const verdict = judge(relative(realRoot, real).split(sep).join('/') || '.');
  if (!verdict.allowed) throw new Denied({ rule: verdict.rule, reason: verdict.reason });
}

function refuseProtected({ guard }: Reach, real: string): void {
  const denial = guard?.(real);
  if (denial !== undefined) throw new Denied(denial);
}

const tooManyToLookAt: Denial = {
  rule: 'hard link',
  reason: 'the file has several names, and the workspace is too large to find them all',
};

/** A hard link leads to a file as well as its first name does. */
export function admitNames({ judge, namesOf }: Reach, file: Stats | undefined): void {
  if (file === undefined || namesOf === undefined || !file.isFile()) return;
  const names = namesOf(file);
  if (names === undefined) throw new Denied(tooManyToLookAt);
  for (const name of names) {
    const verdict = judge(name);
    if (!verdict.allowed) throw new Denied({ rule: verdict.rule, reason: verdict.reason });
  }
}

/** What came of a call that an error ended. A mistake of ours is passed on. */
export function failedOutcome(error: unknown, path: string): ToolOutcome {
  if (error instanceof Denied) return { output: '', is_error: true, denied: error.denial };
  return { output: explained(error, path), is_error: true };
}

/** What a model is told of an error that the system gave. */
function explained(error: unknown, path: string): string {
  if (error instanceof Refusal) return error.message;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'does not exist',
    EISDIR: 'is a folder',
    ENOTDIR: 'has a part that is not a folder',
    EACCES: 'may not be accessed',
    ELOOP: 'is a symbolic link that cannot be followed',
    ENOSPC: 'does not fit on the disk',
    EROFS: 'is on a read-only file system',
    ENAMETOOLONG: 'is too long a name',
  };
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) throw error;
  return `${path} ${reasons[code] ?? `cannot be used (${code})`}.`;
}

function realInside(root: string, path: string, lies = isBelow): string {
  const real = realpathSync(lexicallyInside(root, path, lies));
  if (!lies(realpathSync(root), real)) throw outside(path);
  return real;
}

/** The file that a write is about: what a link in its place leads to, or the path itself where nothing is there yet. */
function writableTarget(root: string, path: string): string {
  try {
    return realInside(root, path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    return lexicallyInside(root, path);
  }
}

function lexicallyInside(root: string, path: string, lies = isBelow): string {
  if (path.includes('\0')) throw new Refusal('A path cannot hold a NUL character.');
  const whole = resolve(root, path);
  if (!lies(resolve(root), whole) && !lies(realpathSync(root), whole)) throw outside(path);
  return whole;
}

interface HeldFolder {
  readonly descriptor: number;
  readonly real: string;
}

/** Down from the root, one folder after the other. Each is made in the one that is held, and checked before the next. */
function openFolders(reach: Reach, folder: string, path: string): HeldFolder {
  const { root } = reach;
  const realRoot = realpathSync(root);
  const base = isWithin(realRoot, folder) ? realRoot : resolve(root);
  let held = hold(realRoot);
  for (const part of relative(base, folder).split(sep).filter(Boolean)) {
    try {
      refuseProtected(reach, join(held.real, part));
      const next = hold(made(join(heldPath(held), part)));
      closeSync(held.descriptor);
      held = next;
      if (!isBelow(realRoot, held.real)) throw outside(path);
    } catch (error) {
      closeSync(held.descriptor);
      throw error;
    }
  }
  return held;
}

function hold(folder: string): HeldFolder {
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { descriptor, real: pathOf(descriptor, folder) };
}

function made(folder: string): string {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  return folder;
}

/** Whether what was opened stands where its path says, with no link on the way. */
export function isReally(descriptor: number, path: string): boolean {
  return pathOf(descriptor, path) === path;
}

/** Where the system says what was opened; elsewhere the path that was opened is all there is to go by. */
function pathOf(descriptor: number, opened: string): string {
  const link = `/proc/self/fd/${descriptor}`;
  return existsSync('/proc/self/fd') ? realpathSync(link) : realpathSync(opened);
}

function heldPath({ descriptor, real }: HeldFolder): string {
  return existsSync('/proc/self/fd') ? `/proc/self/fd/${descriptor}` : real;
}

function outside(path: string): Refusal {
  return new Refusal(`${path} is outside the workspace.`);
}
