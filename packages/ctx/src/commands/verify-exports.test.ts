// Traces, trajectories, comments and the reports of all sessions, as `ctx verify` and `ctx sign` meet them.

import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { recordSession } from '../../test/recorded-session.js';
import { jsonOf } from '../../test/scripted.js';
import { sessionKinds } from '../../test/sessions-of-every-kind.js';
import { makeKey, signersFile } from '../../test/ssh-keys.js';

const formats = [
  { format: 'otlp', kind: 'traces', file: 'traces.otlp.jsonl', more: [] },
  { format: 'otlp', kind: 'traces', file: 'traces.otlp.jsonl', more: ['--content'] },
  { format: 'atif', kind: 'trajectories', file: 'r1.trajectory.json', more: [] },
  { format: 'markdown', kind: 'summary', file: 'summary.md', more: [] },
  {
    format: 'markdown',
    kind: 'summary',
    file: 'summary.md',
    more: ['--link', 'A [b] & <c>=https://example.com/?a=1&b=2'],
  },
] as const;

const looked = {
  replies: [
    {
      say: 'Looking.',
      call: [
        { tool: 'read', input: { path: 'a.txt' } },
        { tool: 'bash', input: { command: 'rm x' } },
      ],
    },
    { say: 'Found.' },
  ],
  flags: ['--deny-tool', 'bash(rm *)'],
};

const codes = (error: Readonly<Record<string, unknown>> | undefined): string[] =>
  Object(error?.['details']).findings?.map(({ code }: { code: string }) => code) ?? [];

describe.each(formats)('an export as $format $more', ({ format, kind, file, more }) => {
  async function exported(record = () => recordSession(looked), ...flags: readonly string[]) {
    const { cwd } = await record();
    const { error } = await jsonOf(['export', 's', '--format', format, '--out', 'out', ...more, ...flags], {
      cwd,
    });
    expect(error).toBeUndefined();
    return { cwd, path: join(cwd, 'out', file), against: ['verify', 'out', '--session', 's'] };
  }

  it('is told what it is, and never passes by its form alone', async () => {
    const { cwd, path } = await exported();
    for (const target of ['out', path]) {
      const { error } = await jsonOf(['verify', target], { cwd });
      expect(error).toMatchObject({
        code: 'verify_incomplete',
        details: { kind, proves: 'form', session_id: 's' },
      });
      expect(codes(error)).toEqual(['digest_missing']);
    }
  });

  it('passes where the session makes the very same bytes, and nowhere else', async () => {
    const { cwd, path, against } = await exported();
    expect((await jsonOf(against, { cwd })).data).toMatchObject({
      verdict: 'pass',
      proves: 'made_from_session',
      kind,
    });
    expect((await jsonOf(['verify', path, '--session', 's'], { cwd })).data?.['verdict']).toBe('pass');
    const { stdout } = await runCtx(against, { cwd });
    expect(stdout).toMatch(/^pass: made from this session, byte for byte\n/);
    const bytes = readFileSync(path);
    const end = format === 'markdown' && more.length > 0 ? bytes.indexOf('[A ') : bytes.length;
    const step = Math.ceil(end / 40);
    for (let at = 0; at < end; at += step) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, changed);
      expect((await jsonOf(against, { cwd })).error?.code, `byte ${at}`).toBe('verify_failed');
    }
    await jsonOf(['run', '--task', 'Other.', '--model', 'script:s.yaml', '--session-id', 'other'], { cwd });
    writeFileSync(path, bytes);
    expect(codes((await jsonOf(['verify', 'out', '--session', 'other'], { cwd })).error)).toContain(
      'not_of_session',
    );
  });

  it('of one run alone is held against that run', async () => {
    const record = sessionKinds['two runs and a third appended'] ?? (() => recordSession(looked));
    const { cwd, against } = await exported(record, '--run-id', 'r1');
    expect((await jsonOf(against, { cwd })).data?.['verdict']).toBe('pass');
  });

  it('is not taken with anything beside it, cut off, or in the place of another', async () => {
    const { cwd, path, against } = await exported();
    symlinkSync('/etc/passwd', join(cwd, 'out/extra'));
    expect(codes((await jsonOf(against, { cwd })).error)).toContain('entry_irregular');
    rmSync(join(cwd, 'out/extra'));
    writeFileSync(path, readFileSync(path).subarray(0, -10));
    expect((await jsonOf(['verify', 'out'], { cwd })).error?.code).toMatch(/^verify_(failed|incomplete)$/);
    expect((await jsonOf(against, { cwd })).error?.code).toBe('verify_failed');
  });

  it('is signed by its tree, with and without its session', async () => {
    const { cwd, path, against } = await exported();
    const env = { HOME: temporaryFolder(), PATH: process.env['PATH'] };
    const key = makeKey();
    const signers = ['--signers', signersFile(key), '--require-signature'];
    const { data } = await jsonOf(['sign', 'out', '--session', 's', '--key', key.file], { cwd, env });
    expect(data).toMatchObject({ kind, verdict: 'pass', subjects: [{ name: 'out' }, { name: 's.jsonl' }] });
    expect((await jsonOf([...against, ...signers], { cwd, env })).data).toMatchObject({
      signatures: [{ state: 'good' }],
    });
    const form = (await jsonOf(['verify', 'out', ...signers], { cwd, env })).error;
    expect(form).toMatchObject({ code: 'verify_incomplete', details: { signatures: [{ state: 'good' }] } });
    const bytes = readFileSync(path, 'latin1');
    writeFileSync(path, bytes.replace('Look', 'Cook').replace('"name":"ctx"', '"name":"ctx" '), 'latin1');
    expect(codes((await jsonOf(['verify', 'out', ...signers], { cwd, env })).error)).toContain(
      bytes === readFileSync(path, 'latin1') ? 'digest_missing' : 'signature_of_other',
    );
  });
});

it('misses the trajectory of a run that the session has', async () => {
  const record = sessionKinds['two runs and a third appended'] ?? (() => recordSession(looked));
  const { cwd } = await record();
  await jsonOf(['export', 's', '--format', 'atif', '--out', 'out'], { cwd });
  const against = ['verify', 'out', '--session', 's'];
  expect((await jsonOf(against, { cwd })).data?.['verdict']).toBe('pass');
  const [first = ''] = readdirSync(join(cwd, 'out'));
  rmSync(join(cwd, 'out', first));
  expect(codes((await jsonOf(against, { cwd })).error)).toEqual(['evidence_missing']);
});

describe('the reports of all sessions', () => {
  async function overview() {
    const { cwd } = await recordSession(looked);
    await jsonOf(['run', '--task', 'Other.', '--model', 'script:s.yaml', '--session-id', 'other'], { cwd });
    await jsonOf(['report', '--all', '--out', 'all'], { cwd });
    return {
      cwd,
      all: join(cwd, 'all'),
      found: async () => codes((await jsonOf(['verify', 'all'], { cwd })).error),
    };
  }

  it('belong together, one can be held against its session, and all are signed as one', async () => {
    const { cwd } = await overview();
    expect((await jsonOf(['verify', 'all'], { cwd })).data).toMatchObject({
      kind: 'reports',
      verdict: 'pass',
      proves: 'consistency',
      files: 5,
    });
    expect((await runCtx(['verify', 'all'], { cwd })).stdout).toContain('/ID --session ID checks one.');
    expect((await jsonOf(['verify', 'all/s', '--session', 's'], { cwd })).data?.['verdict']).toBe('pass');
    expect((await jsonOf(['verify', 'all', '--session', 's'], { cwd })).error?.code).toBe(
      'flag_value_invalid',
    );
    const key = makeKey();
    const env = { HOME: temporaryFolder(), PATH: process.env['PATH'] };
    const signed = await jsonOf(['sign', 'all', '--key', key.file], { cwd, env });
    expect(signed.data).toMatchObject({ kind: 'reports', session_id: '', subjects: [{ name: 'all' }] });
    const argv = ['verify', 'all', '--signers', signersFile(key), '--require-signature'];
    expect((await jsonOf(argv, { cwd, env })).data).toMatchObject({ signatures: [{ state: 'good' }] });
  });

  it('miss one that is gone, know one that was changed or put there, and a changed index', async () => {
    const { all, found } = await overview();
    const page = join(all, 's/run-r1.html');
    const text = readFileSync(page, 'utf8');
    writeFileSync(page, text.replace('Found.', 'Bound.'));
    expect(await found()).toContain('page_digest_mismatch');
    writeFileSync(page, text);
    cpSync(join(all, 's'), join(all, 'put'), { recursive: true });
    expect(await found()).toEqual(['page_untrue']);
    rmSync(join(all, 'put'), { recursive: true });
    renameSync(join(all, 's'), join(all, 'away'));
    expect(await found()).toEqual(['page_untrue', 'page_missing']);
    renameSync(join(all, 'away'), join(all, 's'));
    writeFileSync(join(all, 'note.txt'), 'x');
    expect(await found()).toEqual(['file_unexpected']);
    rmSync(join(all, 'note.txt'));
    const index = join(all, 'index.html');
    writeFileSync(index, readFileSync(index, 'utf8').replace('2 of 2', '3 of 3'));
    expect(await found()).toEqual(['page_digest_mismatch']);
  });
});
