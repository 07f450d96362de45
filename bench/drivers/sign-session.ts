// What a signature costs: the end of a run that is signed, next to one that is not; verify with a signature, next to one without.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureCheck } from '../../packages/ctx/src/evidence/attest/check-signatures.js';
import { makeStatement } from '../../packages/ctx/src/evidence/attest/make-statement.js';
import { writeStatement } from '../../packages/ctx/src/evidence/attest/sign-evidence.js';
import { signStatement } from '../../packages/ctx/src/evidence/attest/sign-statement.js';
import { statementFiles } from '../../packages/ctx/src/evidence/attest/statement-files.js';
import { verifySession } from '../../packages/ctx/src/evidence/verify/verify-session.js';
import { readSigners } from '../../packages/ctx/src/sign/allowed-signers.js';
import { findSigner } from '../../packages/ctx/src/sign/signer.js';
import { median, timed } from '../figures.js';
import { writeLargeSession } from '../large-session.js';
import { inFolder } from '../place.js';

const [program = '', rounds = '25'] = process.argv.slice(2);
await inFolder(async (folder) => {
  const key = join(folder, 'id');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  console.log(JSON.stringify({ closeMs: closing(folder, key), ratio: await verifying(folder, key) }));
});

/** Whole processes, in turns. */
function closing(folder: string, key: string): number {
  writeFileSync(join(folder, 's.yaml'), 'model: script/1\nreplies:\n  - say: Done.\n');
  for (const sign of [true, false])
    writeFileSync(
      join(folder, `${sign}.yaml`),
      `model: script:s.yaml\nsign: ${sign}\nruns: [{ run_id: r1, task: Go. }]\n`,
    );
  const times: Record<string, number[]> = { true: [], false: [] };
  const env = { PATH: process.env['PATH'], HOME: folder, CTX_SIGNING_KEY_FILE: key };
  for (let round = 0; round < Number(rounds); round++)
    for (const sign of ['true', 'false'])
      times[sign]?.push(
        timed(() => {
          const { status } = spawnSync(process.execPath, [program, 'run', `${sign}.yaml`], {
            cwd: folder,
            env,
          });
          if (status !== 0) throw new Error(`the run ended with ${status}`);
        }),
      );
  return median(times['true'] ?? []) - median(times['false'] ?? []);
}

async function verifying(folder: string, key: string): Promise<number> {
  const path = join(folder, 'large.jsonl');
  writeLargeSession(path, 20_000, 1_500);
  const signer = await findSigner({
    key,
    cwd: folder,
    env: {},
    signal: new AbortController().signal,
    isAttended: false,
  });
  const { text } = await makeStatement({ path, commits: () => [], version: '0', now: Date.now() });
  writeStatement(statementFiles(path), text, await signStatement(text, signer, 'ssh', {}));
  const { signers } = readSigners(`a ${readFileSync(`${key}.pub`, 'utf8')}`);
  const [plain, signed]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    plain.push(timed(() => void verifySession(path)));
    signed.push(timed(withSignature));
  }
  return median(signed) / median(plain);

  function withSignature() {
    const check = signatureCheck(path, { signers, at: Date.now(), required: true });
    const [first] = check.finish(verifySession(path, {}, check.take)).signatures;
    if (first?.state !== 'good') throw new Error(`the signature is ${first?.state}`);
  }
}
