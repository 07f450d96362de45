// Keys, agents and signatures that are not what they should be: a code each, nothing half-written, the log as it was.

import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, task } from '../../test/scripted.js';
import { recordedSession } from '../../test/signed-session.js';
import { makeKey, signersFile, startAgent } from '../../test/ssh-keys.js';

type Session = Awaited<ReturnType<typeof recordedSession>>;

/** Signs with what cannot sign; afterwards nothing is there that was not there before. */
async function refused(
  session: Session,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const before = readdirSync(session.folder).map((name) => [
    name,
    readFileSync(join(session.folder, name), 'latin1'),
  ]);
  const answer = await jsonOf(['sign', 's', ...words], { cwd: session.cwd, env: { ...session.env, ...env } });
  const after = readdirSync(session.folder).map((name) => [
    name,
    readFileSync(join(session.folder, name), 'latin1'),
  ]);
  expect(after).toEqual(before);
  return answer.error;
}

describe('a key that cannot sign', () => {
  it('says what is wrong with it', async () => {
    const session = await recordedSession();
    const key = makeKey();
    const file = (content: string | Buffer, mode = 0o600) => {
      const path = join(temporaryFolder(), 'key');
      writeFileSync(path, content, { mode });
      return path;
    };
    const text = readFileSync(key.file, 'utf8');
    const lines = text.split('\n');
    const cases: readonly (readonly [string, string])[] = [
      ['file_not_found', join(temporaryFolder(), 'none')],
      ['signing_key_unusable', file('hello\n')],
      ['signing_key_unusable', file('')],
      ['signing_key_unusable', file(Buffer.alloc(1 << 17))],
      ['signing_key_unusable', file(text, 0o644)],
      ['signing_key_unusable', file(lines.toSpliced(2, 1).join('\n'))],
      ['signing_key_unusable', file(text.replace(lines[3] ?? '', (lines[3] ?? '').toLowerCase()))],
      ['signing_key_unusable', file('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')],
      ['signing_key_unusable', file(`${key.line}\n`)],
      ['file_unreadable', temporaryFolder()],
      ['signing_passphrase', makeKey('ed25519', [], 'secret words').file],
    ];
    for (const [code, path] of cases) {
      const error = await refused(session, ['--key', path]);
      expect(error?.code, path).toBe(code);
      // Nothing of the key is in what is said.
      for (const line of lines.slice(1, -2)) expect(JSON.stringify(error)).not.toContain(line);
    }
  });

  it('is refused wherever one byte of it was changed, or signs with the very same key', async () => {
    const session = await recordedSession();
    const key = makeKey();
    const bytes = readFileSync(key.file);
    const path = join(temporaryFolder(), 'key');
    for (let at = 36; at < bytes.length - 36; at += 5) {
      const changed = Buffer.from(bytes);
      changed[at] = bytes[at] === 65 ? 66 : 65;
      writeFileSync(path, changed, { mode: 0o600 });
      const { data, error } = await jsonOf(['sign', 's', '--key', path, '--out', temporaryFolder()], session);
      if (error !== undefined)
        expect(['signing_key_unusable', 'signing_passphrase', 'signing_refused']).toContain(error.code);
      else expect(Object(data?.['public_key']).ssh).toBe(key.line.split(' ').slice(0, 2).join(' '));
    }
  });
});

describe('an agent', () => {
  it('that is gone, hangs up, talks nonsense or does not have the key is told from one that refuses', async () => {
    const session = await recordedSession();
    const [key, other] = [makeKey('ed25519', [], 'x'), makeKey()];
    const gone = { SSH_AUTH_SOCK: join(temporaryFolder(), 'gone') };
    expect((await refused(session, ['--key', key.file], gone))?.code).toBe('signing_agent_gone');
    expect((await refused(session, [], gone))?.code).toBe('signing_agent_gone');
    for (const answer of ['', '\0\0\0\x01\x05', '\xff\xff\xff\xff', '\0\0\0\x05\x0c\0\0\0\x09'])
      expect((await refused(session, [], { SSH_AUTH_SOCK: await fakeAgent(answer) }))?.code).toBe(
        'signing_agent_gone',
      );
    const socket = await startAgent(other);
    expect((await refused(session, ['--key', key.file], { SSH_AUTH_SOCK: socket }))?.code).toBe(
      'signing_passphrase',
    );
  });

  it('that answers with a signature of something else is not believed', async () => {
    const session = await recordedSession();
    const key = makeKey();
    const blob = Buffer.from(key.line.split(' ')[1] ?? '', 'base64');
    const u32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 0xff]);
    const keys = Buffer.concat([Buffer.from([12]), u32(1), u32(blob.length), blob, u32(0)]);
    const inner = Buffer.concat([u32(11), Buffer.from('ssh-ed25519'), u32(64), Buffer.alloc(64, 7)]);
    const signature = Buffer.concat([Buffer.from([14]), u32(inner.length), inner]);
    const framed = (bytes: Buffer) => Buffer.concat([u32(bytes.length), bytes]).toString('latin1');
    const socket = await fakeAgent(framed(keys), framed(signature));
    expect((await refused(session, [], { SSH_AUTH_SOCK: socket }))?.code).toBe('signing_refused');
  });
});

/** Answers each connection with the next of these, and hangs up. */
async function fakeAgent(...answers: readonly string[]): Promise<string> {
  const path = join(temporaryFolder(), 'agent');
  let next = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.end(Buffer.from(answers[Math.min(next++, answers.length - 1)] ?? '', 'latin1')),
    );
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  return path;
}

describe('a signature', () => {
  async function signed() {
    const session = await recordedSession();
    const key = makeKey();
    await jsonOf(['sign', 's', '--key', key.file], session);
    const codes = async (signers: string, ...more: readonly string[]) => {
      const { error } = await jsonOf(['verify', 's', '--signers', signers, ...more], session);
      const { findings = [] }: { findings?: { code: string }[] } = Object(error?.['details']);
      return findings.map(({ code }) => code);
    };
    return { session, key, codes };
  }

  it('by a key that nobody allows, that is not allowed here, or not any more, is told apart', async () => {
    const { key, codes } = await signed();
    expect(await codes(signersFile(key))).toEqual([]);
    expect(await codes(signersFile(makeKey()))).toEqual(['signer_unknown']);
    expect(await codes(signersFile(key, 'namespaces="git,file"'))).toEqual(['signature_namespace']);
    expect(await codes(signersFile(key, 'namespaces="*,!ctx-*"'))).toEqual(['signature_namespace']);
    expect(await codes(signersFile(key, 'valid-before="20200101Z"'))).toEqual(['signature_expired']);
    expect(await codes(signersFile(key, 'valid-after="20300101Z"'))).toEqual(['signature_expired']);
    expect(await codes(signersFile(key, 'valid-before="20200101Z"'), '--verify-time', '2019-05-01')).toEqual(
      [],
    );
    expect(await codes(signersFile(key, 'cert-authority'))).toEqual(['signer_unknown']);
  });

  it('made for another purpose, or for another file, is refused', async () => {
    const { session, key, codes } = await signed();
    const { execFileSync } = await import('node:child_process');
    rmSync(`${session.statement}.sig`);
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key.file, '-n', 'git', session.statement], {
      stdio: 'ignore',
    });
    expect(await codes(signersFile(key))).toEqual(['signature_namespace']);
    await jsonOf(['run', ...task('Other.'), '--session-id', 'other'], session);
    await jsonOf(['sign', 'other', '--key', key.file], session);
    for (const ending of ['', '.sig'])
      cpSync(join(session.folder, `other.statement.json${ending}`), `${session.statement}${ending}`);
    expect(await codes(signersFile(key))).toEqual(['signature_of_other']);
  });

  it.each([
    ['another digest', /"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`, 'statement_untrue'],
    ['another size', /"bytes":(\d+)/, '"bytes":1', 'statement_untrue'],
    ['no size', /"bytes":(\d+),/, '', 'statement_malformed'],
    ['no range', /"range":\{[^}]*\},/, '', 'statement_malformed'],
    ['no head', /"ledgerHead":"[^"]*",/, '', 'statement_malformed'],
  ])('of a statement that gives its session %s is refused', async (_, told, other, code) => {
    const { session, key, codes } = await signed();
    const { execFileSync } = await import('node:child_process');
    const text = readFileSync(session.statement, 'utf8');
    expect(text).toMatch(told);
    writeFileSync(session.statement, text.replace(told, other));
    rmSync(`${session.statement}.sig`);
    const words = ['-q', '-Y', 'sign', '-f', key.file, '-n', 'ctx-session', session.statement];
    execFileSync('ssh-keygen', words, { stdio: 'ignore' });
    expect(await codes(signersFile(key))).toEqual([code]);
  });

  it('without its statement, and one that is missing where it must be there, are findings', async () => {
    const { session, key, codes } = await signed();
    rmSync(session.statement);
    expect(await codes(signersFile(key))).toEqual(['statement_missing']);
    rmSync(`${session.statement}.sig`);
    expect(await codes(signersFile(key))).toEqual([]);
    expect(await codes(signersFile(key), '--require-signature')).toEqual(['signature_missing']);
    expect((await jsonOf(['verify', 's', '--require-signature'], session)).error?.code).toBe('flag_needs');
  });

  it('is partial once the session goes on, and shows an end that was cut off', async () => {
    const { session, key, codes } = await signed();
    const whole = readFileSync(session.path, 'utf8');
    await jsonOf(['run', ...task('More.'), '--run-id', 'r2', '--append', 's'], session);
    expect(await codes(signersFile(key))).toEqual(['signature_partial']);
    await jsonOf(['sign', 's', '--key', key.file], session);
    expect(await codes(signersFile(key))).toEqual([]);
    writeFileSync(session.path, whole);
    expect(await codes(signersFile(key))).toEqual(['signed_head_missing']);
  });

  it('by somebody else is not replaced', async () => {
    const { session } = await signed();
    const other = makeKey();
    expect((await refused(session, ['--key', other.file]))?.code).toBe('signature_exists');
    const out = join(temporaryFolder(), 'mine');
    expect((await jsonOf(['sign', 's', '--key', other.file, '--out', out], session)).error).toBeUndefined();
    const { data } = await jsonOf(
      ['verify', 's', '--signers', signersFile(other), '--signatures', out],
      session,
    );
    expect(data?.['signatures']).toMatchObject([{ state: 'good' }]);
  });

  it('list that cannot be read is an error with its line', async () => {
    const { session } = await signed();
    const file = join(temporaryFolder({ list: '# mine\nalice\n' }), 'list');
    expect((await jsonOf(['verify', 's', '--signers', file], session)).error).toMatchObject({
      code: 'signers_malformed',
    });
  });
});

it('signs a report and an export by their tree, and knows when a file of them was changed', async () => {
  const session = await recordedSession();
  const key = makeKey();
  await jsonOf(['report', 's', '--out', 'report'], session);
  const { data } = await jsonOf(['sign', 'report', '--session', 's', '--key', key.file], session);
  expect(data).toMatchObject({ kind: 'report', subjects: [{ name: 'report' }, { name: 's.jsonl' }] });
  const words = ['verify', 'report', '--signers', signersFile(key), '--require-signature'];
  expect((await jsonOf(words, session)).data).toMatchObject({ signatures: [{ state: 'good' }] });
  await jsonOf(['report', 's', '--out', 'again', '--run-id', 'r1'], session);
  renameSync(join(session.cwd, 'again/run-r1.html'), join(session.cwd, 'report/run-r2.html'));
  expect((await jsonOf(words, session)).error?.code).toMatch(/^verify_/);
  expect((await runCtx(['sign', 'report', '--key', key.file], session)).exitCode).toBe(1);
});
