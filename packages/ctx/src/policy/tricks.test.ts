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
const numbered = tricks.map((trick, index) => ({ index, ...trick }));
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
  'ctx',
  'systemd-cat',
  'gpg-agent',
]);

const isThere = (program: string) => ['/usr/bin', '/bin'].some((place) => existsSync(join(place, program)));

/** Each in a folder of its own, one after the other, in one sandbox for all: that takes longer to make than the script to run.
 *  The pipe ends when everything that the script started has ended. It did its work if it left the mark of the rm that is first
 *  on the PATH, or if the system's own took `x` away. */
const each = `
for at in "$TMPDIR"/tricks/*; do
  IFS= read -r -d '' script < "$at/script"
  : > "$at/cwd/x"
  said=$(cd "$at/cwd" && exec env -i PATH="$PATH" TMPDIR="$TMPDIR" /bin/bash -c "$script" 2>&1 < /dev/null)
  if [ -e "$TMPDIR/ran" ] || [ ! -e "$at/cwd/x" ]; then : > "$at/did"; fi
  /bin/rm -f "$TMPDIR/ran"
done
`;

describe('a rule that denies rm', () => {
  let folder = '';
  const bin = () => join(folder, 'bin');
  const place = (index: number) => join(folder, 'tricks', String(index));
  const spelt = (script: string) => script.replaceAll('BIN', bin());

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-tricks-'));
    mkdirSync(bin());
    writeFileSync(join(bin(), 'rm'), `#!/bin/sh\n: > "${folder}/ran"\n`, { mode: 0o755 });
    for (const { index, script, needs } of numbered) {
      if (needs !== undefined && notRun.has(needs)) continue;
      mkdirSync(join(place(index), 'cwd'), { recursive: true });
      writeFileSync(join(place(index), 'script'), spelt(script));
    }
    const env = { PATH: [bin(), '/usr/bin', '/bin'].join(delimiter), TMPDIR: folder };
    runConfined(each, { cwd: folder, env, writable: [folder], timeoutMs: 250_000 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(numbered)('is not led around by $script', ({ index, script, needs }) => {
    expect(passes(spelt(script))).toBe(false);
    if (needs === undefined || (!notRun.has(needs) && isThere(needs)))
      expect(existsSync(join(place(index), 'did'))).toBe(true);
  });
});
