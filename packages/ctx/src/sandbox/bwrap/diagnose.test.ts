import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { Failure } from '../../protocol/failure.js';
import { diagnosed, type Kernel } from './diagnose.js';
import { findBwrap } from './find.js';

const open: Kernel = { appArmorRestricts: false, userNamespacesOff: false, inContainer: false };

it.each<[said: string, kernel: Partial<Kernel>, cause: string]>([
  [
    'bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)',
    {},
    'namespaces_used_up',
  ],
  [
    'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.',
    { userNamespacesOff: true },
    'namespaces_off',
  ],
  [
    'bwrap: No permissions to creating new namespace, likely because the kernel does not allow non-privileged user namespaces.',
    { inContainer: true },
    'container',
  ],
  ['bwrap: Failed to make / slave: Permission denied', {}, 'container'],
  ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", { inContainer: true }, 'container'],
  ['bwrap: setting up uid map: Permission denied', { appArmorRestricts: true }, 'apparmor'],
  ['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', {}, 'apparmor'],
  ['bwrap: setting up uid map: Operation not permitted', {}, 'capability'],
  ['bwrap: prctl(PR_SET_SECCOMP): Invalid argument', {}, 'no_filter'],
  ["bwrap: Can't find source path /gone: No such file or directory", {}, 'workspace_mount'],
  ["bwrap: Can't bind mount /oldroot/x on /newroot/x: Unable to apply mount flags", {}, 'workspace_mount'],
  ['something new', {}, 'program'],
])('%s is told as it is', (said, kernel, cause) => {
  expect(diagnosed(said, { ...open, ...kernel })).toBe(cause);
});

describe('the bubblewrap that is found', () => {
  const program = (folder: string, script: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bwrap'), 0o755);
    return folder;
  };

  it('is the first in PATH, with its version', () => {
    const folder = program(temporaryFolder(), 'echo bubblewrap 0.11.0');
    expect(findBwrap(folder, [])).toEqual({ file: join(folder, 'bwrap'), version: '0.11.0' });
  });

  it('is never one that the project brings along', () => {
    const project = temporaryFolder();
    const own = program(join(project, 'node_modules/.bin'), 'echo bubblewrap 9.9.9');
    const elsewhere = program(temporaryFolder(), 'echo bubblewrap 0.8.0');
    expect(findBwrap(`${own}:${elsewhere}`, [project]).file).toBe(join(elsewhere, 'bwrap'));
  });

  it.each([
    ['echo bubblewrap 0.7.0', 'too_old', '0.7.0'],
    ['echo bubblewrap 0.4.1', 'too_old', '0.4.1'],
    ['echo broken >&2; exit 127', 'program', 'broken'],
  ])('is refused where it says %j', (script, why, said) => {
    const folder = program(temporaryFolder(), script);
    expect(factsOf(() => findBwrap(folder, []))).toMatchObject({ why, said });
  });
});

function factsOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? error.where : error;
  }
}
