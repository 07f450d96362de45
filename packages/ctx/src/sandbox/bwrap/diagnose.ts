// Why bubblewrap did not start, from what it says and from what the kernel is set to.

import { existsSync, readFileSync } from 'node:fs';
import type { SandboxCause } from '../../protocol/code-facts.js';

export interface Kernel {
  /** Ubuntu 24.04 and later: programs without a profile get namespaces that they can do nothing in. */
  readonly appArmorRestricts: boolean;
  readonly userNamespacesOff: boolean;
  readonly inContainer: boolean;
}

export function diagnosed(said: string, kernel: Kernel): SandboxCause {
  if (/Can't (bind mount|find source path|get type of source|mkdir|create file at)/.test(said))
    return 'workspace_mount';
  if (/seccomp/i.test(said)) return 'no_filter';
  if (/namespaces exceeded|nesting depth/.test(said)) return 'namespaces_used_up';
  const mapping = /setting up uid map|loopback: Failed RTM_NEWADDR|Creating new namespace failed: Permission/;
  if (kernel.appArmorRestricts && (mapping.test(said) || /No permissions to creat/.test(said)))
    return 'apparmor';
  if (/RTM_NEWADDR/.test(said)) return 'apparmor';
  if (/make \/ slave|Can't mount proc|mount tmpfs|pivot_root|Failed to mount/i.test(said)) return 'container';
  if (/setting up uid map/.test(said)) return 'capability';
  if (/No permissions to creat|Creating new namespace failed|namespaces? (is |are )?not/i.test(said))
    return kernel.inContainer && !kernel.userNamespacesOff ? 'container' : 'namespaces_off';
  return 'program';
}

export function kernelHere(): Kernel {
  return {
    appArmorRestricts: setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
    userNamespacesOff:
      setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
      setting('/proc/sys/user/max_user_namespaces') === '0',
    inContainer:
      existsSync('/.dockerenv') || existsSync('/run/.containerenv') || process.env['container'] !== undefined,
  };
}

function setting(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
