// A session that is large enough for a second thread to hash it, checked by the built program.

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLargeSession } from '../../../bench/large-session.js';
import { runBuilt } from './built.js';
import { temporaryFolder } from './folder.js';
import { makeKey, signersFile } from './ssh-keys.js';

it('the signature of a large session is good, and one that gives it another digest is not', async () => {
  const cwd = temporaryFolder();
  writeLargeSession(join(cwd, 's.jsonl'), 900, 20_000);
  const key = makeKey();
  const signed = await runBuilt('ctx', ['sign', './s.jsonl', '--key', key.file], { cwd });
  expect(signed.exitCode, signed.stderr).toBe(0);
  const findings = async () => {
    const words = ['verify', './s.jsonl', '--signers', signersFile(key), '--output-format', 'json'];
    const { stdout } = await runBuilt('ctx', words, { cwd });
    const { details } = JSON.parse(stdout).error;
    return details.findings.map(({ code }: { code: string }) => code);
  };
  // What a run that is not finished owes.
  const owed = ['turn_open', 'run_open'];
  expect(await findings()).toEqual(owed);

  const statement = join(cwd, 's.statement.json');
  const text = readFileSync(statement, 'utf8');
  writeFileSync(statement, text.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`));
  rmSync(`${statement}.sig`);
  const words = ['-q', '-Y', 'sign', '-f', key.file, '-n', 'ctx-session', statement];
  execFileSync('ssh-keygen', words, { stdio: 'ignore' });
  expect(await findings()).toEqual([...owed, 'statement_untrue']);
});
