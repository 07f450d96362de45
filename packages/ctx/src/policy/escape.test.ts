import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeCall } from './policy.js';

const pieces =
  'rm x,rm,echo ,cat ,eval ,sh -c ,true,if ,; then ,; fi,case x in x) ,;; esac,for i in 1; do ,; done,f() ,! ,x=,r,m x,' +
  "',\",\\,`,$(,),(,{ ,; },{,},$x,${x,${x:-,$((,)),((,$[,],a[,]=,$',[[ , ]],;,&, && , | ,|&,#, #,>,> y,<(,<<<,2>,&>,*,?,=,@(, , ,";
const fragments = [
  ...pieces.split(','),
  ',',
  '\n',
  '\n',
  '<<E',
  '<<E\n',
  "<<'E'\n",
  '<<-E\n',
  '\nE\n',
  '<<',
  '\n2\n',
];
const denyRemoval = { allow: [], deny: ['bash(rm *)'], on_deny: 'tell' } as const;
const bash = { name: 'bash', subject: { field: 'command', kind: 'command' } } as const;

describe('a command that the policy lets through', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-escape-'));
    for (const name of ['bin', 'cwd']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'bin', 'rm'), `#!/bin/sh\n: > "${folder}/ran"\n`, { mode: 0o755 });
    for (const name of ['cat', 'sh']) symlinkSync(`/bin/${name}`, join(folder, 'bin', name));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('does not run what a rule denies, however it is written', () => {
    const command = fc
      .array(fc.constantFrom(...fragments), { minLength: 2, maxLength: 10 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(command, (source) => {
        const policy = { ...denyRemoval, allow: [], deny: [...denyRemoval.deny] };
        if (!source.includes('rm') || !judgeCall(policy, bash, { command: source }).allowed) return;
        const options = { cwd: join(folder, 'cwd'), env: { PATH: join(folder, 'bin') }, timeout: 5_000 };
        spawnSync('/bin/bash', ['-c', source], { ...options, stdio: 'ignore' });
        expect(existsSync(join(folder, 'ran'))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
