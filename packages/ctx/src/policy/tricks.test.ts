import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runConfined } from '../../test/confined-bash.js';
import { judgeCall } from './policy.js';
import { tricks } from './tricks.fixture.js';

const bash = { name: 'bash', subject: { field: 'command', kind: 'command' } } as const;
const passes = (command: string) =>
  judgeCall({ allow: [], deny: ['bash(rm *)'], on_deny: 'tell' }, bash, { command }).allowed;
/** What needs rights, a terminal, a network or another machine is judged, and not run. */
const notRun = new Set([
  'choom',
  'sudo',
  'doas',
  'su',
  'watch',
  'ssh',
  'parallel',
  'busybox',
  'strace',
  'unshare',
  'chroot',
  'bwrap',
  'newgrp',
  'runuser',
  'nsenter',
  'npx',
  'uv',
  'npm',
  'docker',
  'conda',
  'tini',
  'pee',
  'crontab',
]);

describe('a rule that denies rm', () => {
  let folder = '';
  const bin = () => join(folder, 'bin');
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-tricks-'));
    mkdirSync(bin());
    writeFileSync(join(bin(), 'rm'), `#!/bin/sh\n: > "${folder}/ran"\n`, { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The pipes end when everything that the script started has ended.
   *  Whether bash came to run rm: the one that leaves a mark, or the system's own, which takes `x` away. */
  function runsIt(script: string): boolean {
    const cwd = mkdtempSync(join(folder, 'cwd-'));
    writeFileSync(join(cwd, 'x'), '');
    rmSync(join(folder, 'ran'), { force: true });
    const env = { PATH: [bin(), '/usr/bin', '/bin'].join(delimiter), TMPDIR: folder };
    runConfined(script, { cwd, env, writable: [folder], timeoutMs: 10_000 });
    return existsSync(join(folder, 'ran')) || !existsSync(join(cwd, 'x'));
  }

  const isThere = (program: string) => ['/usr/bin', '/bin'].some((place) => existsSync(join(place, program)));

  it.each(tricks)('is not led around by $script', ({ script, needs }) => {
    const spelt = script.replaceAll('BIN', bin());
    expect(passes(spelt)).toBe(false);
    if (needs === undefined || (!notRun.has(needs) && isThere(needs))) expect(runsIt(spelt)).toBe(true);
  });
});
