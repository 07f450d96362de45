import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { notRoot, rootPlace } from './as-root.js';

it('lets tests mount a disk and give files to other users, whoever starts them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [program = '', ...words] = [...rootPlace().before, 'unshare', '--mount', 'sh', '-ec'];
  const script = 'mount -t tmpfs ctx-test "$0"; touch "$0/a"; chown 65534 "$0/a"; stat -c "%u" "$0/a"; id -u';
  expect(execFileSync(program, [...words, script, folder], { encoding: 'utf8' })).toBe('65534\n0\n');
});

it('asks for no namespace where nobody needs or has one', () => {
  expect(rootPlace(0)).toEqual({ before: [] });
  expect(rootPlace(1000, 'darwin')).toEqual({ before: [] });
});

it('says why and waits for nothing where the kernel forbids namespaces', () => {
  // As util-linux 2.38 does it: refused, an unshare that maps ids ends and leaves a process that holds its stderr open.
  const folder = mkdtempSync(join(tmpdir(), 'ctx-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const refused = `#!/bin/sh
case "$*" in *--map-auto*) sleep 600 & echo $! > ${folder}/helper;; esac
echo 'unshare: unshare failed: No space left on device' >&2
exit 1
`;
  writeFileSync(join(folder, 'unshare'), refused, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(rootPlace(1000, 'linux')).toEqual({
    before: [],
    without: 'unshare: unshare failed: No space left on device',
  });
  expect(existsSync(join(folder, 'helper'))).toBe(false);
});

describe('a person for whom the system makes no namespace', () => {
  const subids = { '/etc/subuid': 'them:100000:65536\n', '/etc/subgid': 'them:100000:65536\n' };

  it('reads what unshare said, and that no test was run', () => {
    expect(said('unshare: unshare failed: Operation not permitted', subids)).toMatch(
      /no user namespace .*:\n {2}unshare: unshare failed: Operation not permitted\nRun it as root,.*\nNo test was run\.$/,
    );
  });

  it.each([
    ['user/max_user_namespaces', '0', 'user.max_user_namespaces=15000'],
    ['kernel/unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=1'],
    ['kernel/apparmor_restrict_unprivileged_userns', '1', 'kernel.apparmor_restrict_unprivileged_userns=0'],
  ])('reads how to change %s, if that forbids it', (name, value, change) => {
    const system = { ...subids, [`/proc/sys/${name}`]: `${value}\n` };
    expect(commands('unshare: unshare failed: No space left on device', system)).toEqual([
      `sudo sysctl -w ${change}`,
    ]);
  });

  it('reads which package has newuidmap', () => {
    const reason = 'unshare: failed to execute newuidmap: No such file or directory';
    expect(commands(reason, subids)).toEqual(['sudo apt-get install uidmap']);
  });

  it('reads how to get ids that nobody else has', () => {
    const others = { '/etc/subuid': 'a:100000:65536\nb:165536:65536\n', '/etc/subgid': 'a:100000:65536\n' };
    expect(commands('unshare: no line matching user "them"', others)).toEqual([
      'sudo usermod --add-subuids 231072-296607 --add-subgids 165536-231071 them',
    ]);
    expect(commands('unshare: no line matching user "them"', {})).toEqual([
      'sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 them',
    ]);
  });

  it('reads how to exchange ids that are too few for nobody', () => {
    const few = { ...subids, '/etc/subuid': 'them:100000:1000\na:101000:65536\n' };
    expect(commands('chown: changing ownership: Invalid argument', few)).toEqual([
      "sudo sed -i '0,/^them:/s/^them:.*/them:166536:65536/' /etc/subuid",
    ]);
  });

  function said(reason: string, system: Readonly<Record<string, string>>): string {
    return notRoot(reason, (file) => system[file] ?? '', 'them');
  }

  function commands(reason: string, system: Readonly<Record<string, string>>): string[] {
    const [, listed = ''] = said(reason, system).split(/To allow it:\n|Or run it as root\./);
    return listed.trim().split(/\n +/);
  }
});
