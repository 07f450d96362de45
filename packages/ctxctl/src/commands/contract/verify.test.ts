import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSigner, signStatement } from '../../../../ctx/src/kit/sign.js';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { fixedClock, runIn } from '../../../../ctx/test/in-process.js';
import { jsonOf } from '../../../../ctx/test/scripted.js';
import { makeKey, signersFile } from '../../../../ctx/test/ssh-keys.js';
import { answering, foreignFiles, program, tarballOf } from '../../../test/foreign-package.js';
import { ctxctlProgram } from '../../../test/repository.js';
import { type ContractRecord, recordText, statementOf } from '../../contract/package/evidence.js';
import { digestOfFile } from '../../contract/package/file-digest.js';

const config = 'package: tidy\ncommands:\n  - run: [tidy, --version]\n';

async function call(cwd: string, ...words: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder() };
  const argv = ['contract', 'verify', ...words, '--output-format', 'json'];
  return envelopeOf(await runIn(ctxctlProgram(), argv, { cwd, env, clock: fixedClock }));
}

/** What a contract leaves that held, or whose last step failed. */
async function evidence(verdict: 'passed' | 'failed' = 'passed') {
  const key = makeKey();
  const tarball = tarballOf(foreignFiles(answering));
  const step = { proves: 'something', milliseconds: 1, facts: {}, problems: [] };
  const record: ContractRecord = {
    schema: 'ctxctl.clean-host/1',
    package: {
      name: 'tidy',
      version: '1.2.3',
      sha256: digestOfFile(tarball, 'sha256'),
      sha512: digestOfFile(tarball, 'sha512'),
    },
    result: verdict === 'passed' ? 'PASSED' : 'FAILED',
    confined: true,
    at: '2026-11-15T20:00:00.000Z',
    generator: { name: 'ctxctl', version: '0.1.0' },
    platform: { os: 'linux', arch: 'x64', node: 'v20.19.0' },
    steps: [
      { name: 'pack', verdict: 'passed', ...step },
      { name: 'commands', verdict, ...step },
    ],
  };
  const statement = statementOf(record, config);
  const around = { cwd: '/', env: {}, signal: new AbortController().signal, isAttended: false };
  const signer = await findSigner({ key: key.file, ...around });
  const { signature = '', bundle = '' } = await signStatement(statement, signer, 'both', {});
  const cwd = temporaryFolder({
    'evidence/contract.json': recordText(record),
    'evidence/clean-host.yaml': config,
    'evidence/contract.statement.json': statement,
    'evidence/contract.statement.json.sig': signature,
    'evidence/contract.statement.sigstore.json': bundle,
  });
  return { cwd, tarball, key, folder: join(cwd, 'evidence') };
}

function edit(folder: string, name: string, from: string | RegExp, to: string): void {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
}

describe('evidence of a contract', () => {
  it('passes with the tarball and the signers that it is about, in both envelopes', async () => {
    const { cwd, tarball, key } = await evidence();
    const signers = signersFile(key, '', 'me@example.com');
    const words = ['--package', tarball, '--signers', signers, '--require-signature'];
    const { data } = await call(cwd, 'evidence', ...words);
    expect(data).toMatchObject({
      verdict: 'pass',
      result: 'PASSED',
      package: { name: 'tidy', version: '1.2.3' },
      signatures: [
        { envelope: 'sshsig', state: 'good', signed_by: ['me@example.com'] },
        { envelope: 'dsse', state: 'good', signed_by: ['me@example.com'] },
      ],
      not_checked: [],
      findings: [],
    });
  });

  it('says what it did not check', async () => {
    const { data } = await call((await evidence()).cwd, 'evidence');
    expect(data).toMatchObject({
      verdict: 'pass',
      signatures: [{ state: 'unchecked' }, { state: 'unchecked' }],
    });
    expect(data?.['not_checked']).toHaveLength(2);
  });

  it('of a contract that was broken holds, and is no success', async () => {
    const { error, exit_code } = await call((await evidence('failed')).cwd, 'evidence');
    expect([exit_code, error?.code]).toEqual([1, 'evidence_of_failure']);
    expect(error?.message).toContain('commands');
  });

  it.each([
    [
      'contract.json',
      'record_not_canonical',
      (f: string) => edit(f, 'contract.json', '"confined":', '"confined": '),
    ],
    ['when it was', 'statement_differs', (f: string) => edit(f, 'contract.json', '"at":"2', '"at":"1')],
    ['the config', 'statement_differs', (f: string) => edit(f, 'clean-host.yaml', 'version', 'help')],
    [
      'the statement',
      'statement_differs',
      (f: string) => edit(f, 'contract.statement.json', 'PASSED', 'FAILED'),
    ],
    ['a missing record', 'file_missing', (f: string) => rmSync(join(f, 'contract.json'))],
    ['a missing config', 'statement_differs', (f: string) => rmSync(join(f, 'clean-host.yaml'))],
    ['a file besides', 'file_unexpected', (f: string) => writeFileSync(join(f, 'notes.txt'), 'x')],
    [
      'a record that is none',
      'record_malformed',
      (f: string) => writeFileSync(join(f, 'contract.json'), '{}'),
    ],
    [
      'the signature',
      'signature_malformed',
      (f: string) => writeFileSync(join(f, 'contract.statement.json.sig'), 'x'),
    ],
    [
      'the bundle',
      'signature_of_other',
      (f: string) => edit(f, 'contract.statement.sigstore.json', /"payload":\s*"..../, '"payload":"AAAA'),
    ],
  ])('does not hold once somebody changed %s (%s)', async (_, code, change) => {
    const { cwd, folder } = await evidence();
    change(folder);
    const { error } = await call(cwd, 'evidence');
    expect(error?.code).toBe('evidence_broken');
    const codes = Object(error?.['details']).findings.map((one: { code: string }) => one.code);
    expect(codes).toContain(code);
  });

  it('of another tarball, or signed by a stranger, or not signed at all does not hold', async () => {
    const { cwd, folder } = await evidence();
    const other = tarballOf(foreignFiles(program('console.log(1)')));
    expect((await call(cwd, 'evidence', '--package', other)).error?.message).toContain('tarball_differs');
    const signers = signersFile(makeKey());
    expect((await call(cwd, 'evidence', '--signers', signers)).error?.message).toContain('signer_unknown');
    for (const name of readdirSync(folder)) if (name.includes('.sig')) rmSync(join(folder, name));
    expect((await call(cwd, 'evidence')).data).toMatchObject({ verdict: 'pass', signatures: [] });
    const words = ['--signers', signers, '--require-signature'];
    expect((await call(cwd, 'evidence', ...words)).error?.message).toContain('signature_missing');
  });

  it('is none where a folder holds something else, and says what to name', async () => {
    const { cwd } = await evidence();
    for (const folder of ['.', 'gone', 'evidence/contract.json'])
      expect((await call(cwd, folder)).error?.code).toBe('evidence_unknown');
    expect((await call(cwd, 'evidence', '--require-signature')).error?.code).toBe('flag_needs');
  });

  it('is named by `ctx verify` with the command that checks it', async () => {
    const { cwd } = await evidence();
    const { exit_code, error } = await jsonOf(['verify', 'evidence'], { cwd, env: { HOME: cwd } });
    expect([exit_code, error?.code]).toEqual([1, 'evidence_of_contract']);
    expect(error?.hint).toContain('ctxctl contract verify evidence');
  });
});
