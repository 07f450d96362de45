import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';
import { recordedSession } from '../../test/signed-session.js';
import { makeKey, signersFile, sshVerifies, startAgent } from '../../test/ssh-keys.js';

describe('a session that was signed', () => {
  it('has a statement and a signature beside it that ssh-keygen verifies, and its log is as it was', async () => {
    const { cwd, folder, path, head, statement, env } = await recordedSession();
    const before = readFileSync(path);
    const key = makeKey();
    const { data } = await jsonOf(['sign', 's', '--key', key.file], { cwd, env });
    expect(readdirSync(folder).sort()).toEqual([
      '.gitignore',
      's.jsonl',
      's.statement.json',
      's.statement.json.sig',
    ]);
    expect(readFileSync(path)).toEqual(before);
    expect(sshVerifies(statement, `${statement}.sig`, signersFile(key))).toBe(true);
    expect(JSON.parse(readFileSync(statement, 'utf8'))).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'urn:ctx:predicate:session:v1',
      subject: [{ name: 's.jsonl' }],
      predicate: {
        caseId: 's',
        ledgerHead: head,
        records: 11,
        contract: 'session/v1',
        runs: [{ runId: 'r1', stopReason: 'completed', capture: { model: 'scripted' } }],
        verification: { verdict: 'pass', proves: 'chain' },
      },
    });
    expect(data).toMatchObject({ kind: 'session', key_type: 'ssh-ed25519', statement });
  });

  it('is verified by its allowed signers, who are named', async () => {
    const { cwd, env } = await recordedSession();
    const key = makeKey();
    await jsonOf(['sign', 's', '--key', key.file], { cwd, env });
    const signers = signersFile(key, 'namespaces="ctx-session,git"');
    const { data } = await jsonOf(['verify', 's', '--signers', signers, '--require-signature'], { cwd, env });
    expect(data).toMatchObject({
      verdict: 'pass',
      signatures: [
        {
          state: 'good',
          signed_by: ['alice@example.com'],
          signed_at: '2026-11-15T20:00:00.789Z',
          records: 11,
        },
      ],
    });
    expect((await runCtx(['verify', 's', '--signers', signers], { cwd, env })).stdout).toContain('signed by');
  });

  it.each([
    ['rsa', ['-b', '2048']],
    ['ecdsa', ['-b', '256']],
    ['ecdsa', ['-b', '384']],
    ['ecdsa', ['-b', '521']],
    ['ed25519', []],
  ])('is verified by ssh-keygen and by ctx, signed with %s %j', async (type, words) => {
    const { cwd, statement, env } = await recordedSession();
    const key = makeKey(type, words);
    const signers = signersFile(key);
    for (const [file, more] of [
      [key.file, {}],
      [`${key.file}.pub`, { SSH_AUTH_SOCK: await startAgent(key) }],
    ] as const) {
      const signed = await jsonOf(['sign', 's', '--key', file], { cwd, env: { ...env, ...more } });
      expect(signed.error).toBeUndefined();
      expect(sshVerifies(statement, `${statement}.sig`, signers)).toBe(true);
      const { data } = await jsonOf(['verify', 's', '--signers', signers], { cwd, env });
      expect(data?.['signatures']).toMatchObject([{ state: 'good' }]);
    }
  });
});
