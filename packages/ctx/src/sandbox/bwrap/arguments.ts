// A view of the disk as bubblewrap's arguments. They go over a descriptor: what is hidden does not show in `ps`.

import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { isWithin } from '../../disk/within.js';
import type { SandboxPlan } from '../plan.js';
import type { ViewPart } from '../view.js';

/** Where programs inside find the socket to ask ctx. */
export const deskInside = '/run/ctx';

export interface BwrapInputs {
  /** The descriptor that the filter on system calls is read from. */
  readonly filter: number;
  readonly cwd: string;
  /** The socket at which ctx answers. */
  readonly desk?: string | undefined;
}

export function bwrapArguments(
  plan: SandboxPlan,
  view: readonly ViewPart[],
  { filter, cwd, desk }: BwrapInputs,
): string[] {
  const { rules, system } = plan;
  const nested = rules.nested === true;
  return [
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(rules.network === 'open' ? [] : ['--unshare-net']),
    ...(nested ? [] : ['--disable-userns']),
    '--die-with-parent',
    '--new-session',
    // bubblewrap's own first process would stand inside without the filter.
    '--as-pid-1',
    ...['--cap-drop', 'ALL', '--hostname', 'sandbox', '--tmpfs', '/'],
    ...system.flatMap(systemFolder),
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/dev/shm', '--tmpfs', '/run'],
    ...(rules.network === 'open' ? nameServers() : []),
    ...view.flatMap((part) => mount(plan, part)),
    ...(desk === undefined ? [] : ['--ro-bind', desk, deskInside]),
    ...['--remount-ro', '/'],
    // As real root, /proc/sys is writable whatever the capabilities: core_pattern would run a program outside.
    ...(nested ? [] : ['--remount-ro', '/proc']),
    ...['--chdir', cwd, '--seccomp', String(filter)],
  ];
}

/** `/bin` is a link on most systems. */
function systemFolder(path: string): string[] {
  return lstatSync(path).isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
}

function mount({ folders }: SandboxPlan, { path, sight, folder, from }: ViewPart): string[] {
  switch (sight) {
    case 'private':
      return ['--bind', from ?? folders.home, path];
    case 'writable':
      return ['--bind', path, path];
    case 'readable':
      return ['--ro-bind', path, path];
    case 'hidden':
      // Mode 0000, not empty: reading fails aloud, and `git add` cannot commit an empty secret.
      return folder
        ? ['--perms', '0000', '--tmpfs', path, '--remount-ro', path]
        : ['--ro-bind', folders.mask, path];
  }
}

/** Often a link into /run, which is empty inside. */
function nameServers(): string[] {
  try {
    const real = realpathSync('/etc/resolv.conf');
    return isWithin('/run', real) ? ['--ro-bind', real, real] : [];
  } catch {
    return [];
  }
}
