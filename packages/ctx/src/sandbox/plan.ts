// Rules and a place into what one session's sandbox is: real paths, looked up once.

import { lstatSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { readFailure } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { isBelow, isWithin } from '../disk/within.js';
import { isSystemError } from '../protocol/failure.js';
import { type Hidden, hiddenIn } from './hidden.js';
import type { PrivateFolders } from './private-folders.js';
import { openInVar, unreadableToOthers } from './root-secrets.js';
import type { SandboxRules } from './rules.js';
import { type KeptFolders, sessionFoldersIn } from './session-folders.js';
import { toolFolders } from './tool-folders.js';
import { unavailable } from './unavailable.js';

export interface SandboxPlace {
  readonly workspace: string;
  /** The project's root: shown read-only around the workspace. */
  readonly root: string;
  readonly env: Environment;
  /** Logs and folders of logs that stand anywhere. */
  readonly logs: readonly string[];
  /** Programs that commands may start wherever they stand. */
  readonly programs: readonly string[];
  /** The session's own home and /tmp; without them there are some for this process alone. */
  readonly kept?: KeptFolders | undefined;
}

export interface SandboxPlan {
  readonly rules: SandboxRules;
  readonly workspace: string;
  readonly root: string | undefined;
  /** The path of the home folder inside. */
  readonly home: string;
  readonly folders: PrivateFolders;
  /** Of the operating system: readable, as far as they are there. */
  readonly system: readonly string[];
  readonly tools: readonly string[];
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly logs: readonly string[];
  /** What root could read in the system's folders and others could not. */
  readonly unreadable: readonly string[];
  readonly hidden: Hidden;
}

const systemFolders = [
  '/usr',
  '/etc',
  '/opt',
  '/var',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix',
];

export function planSandbox(rules: SandboxRules, place: SandboxPlace, folders: PrivateFolders): SandboxPlan {
  const workspace = realpathSync(place.workspace);
  const realHome = existing(place.env['HOME'] ?? homedir());
  const isRoot = process.getuid?.() === 0;
  const system = systemFolders
    .flatMap((path) => (isRoot && path === '/var' ? openInVar() : [path]))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  refuseWide(workspace, realHome, system);
  const root = realpathSync(place.root);
  const around = isBelow(root, workspace) && !isTooWide(root, realHome, system) ? root : undefined;
  const given = (paths: readonly string[]) => paths.map((path) => realPath(path, place, realHome));
  const readable = [...given(rules.read), ...(around === undefined ? [] : [around])];
  const writable = given(rules.write);
  const home = realHome ?? '/home/sandbox';
  const isShown = (path: string) =>
    [...system, ...readable, ...writable, workspace].some((folder) => isWithin(folder, path));
  const tools = { home, path: place.env['PATH'], programs: place.programs };
  return {
    rules,
    workspace,
    root: around,
    home,
    folders,
    system,
    tools: toolFolders(tools, workspace, isShown),
    readable,
    writable,
    logs: [...place.logs, ...[sessionFoldersIn(place.env) ?? []].flat()].map(withRealFolder),
    unreadable: isRoot ? unreadableToOthers([workspace, ...readable, ...writable]) : [],
    hidden: hiddenIn(workspace, rules.hide, readable),
  };
}

/** A workspace that holds the home folder would show everything in it. */
function refuseWide(workspace: string, home: string | undefined, system: readonly string[]): void {
  if (workspace === '/' || system.some((folder) => isWithin(workspace, folder)))
    throw unavailable('workspace_system', workspace);
  if (home !== undefined && isWithin(workspace, home)) throw unavailable('workspace_home', workspace);
}

function isTooWide(folder: string, home: string | undefined, system: readonly string[]): boolean {
  return (
    folder === '/' ||
    (home !== undefined && isWithin(folder, home)) ||
    system.some((path) => isWithin(folder, path))
  );
}

function realPath(path: string, { root }: SandboxPlace, home: string | undefined): string {
  const whole = path.startsWith('~/') && home !== undefined ? join(home, path.slice(2)) : resolve(root, path);
  const real = existing(whole);
  if (real === undefined) throw unavailable('path_missing', path);
  return real;
}

/** The log itself may not be there yet. */
function withRealFolder(path: string): string {
  const folder = existing(dirname(path));
  return folder === undefined ? path : join(folder, basename(path));
}

/** Nothing where there is nothing, and for `/`, which is nobody's home. */
function existing(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return real === '/' || statSync(real, { throwIfNoEntry: false }) === undefined ? undefined : real;
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'))
      return undefined;
    throw readFailure(error, path);
  }
}
