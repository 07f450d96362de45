import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBuilt } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

async function recorded() {
  const cwd = scriptedFolder([
    { say: 'Looking.', call: [{ tool: 'bash', input: { command: 'echo found' } }] },
    { say: 'Found.' },
  ]);
  const { data } = await jsonOf(['run', ...task('Look.'), '--session-id', 's'], { cwd });
  return { cwd, path: join(cwd, '.context/sessions/s.jsonl'), head: String(data?.['chain_head']) };
}

it('passes a session that a run wrote, by its id and by its file', async () => {
  const { cwd, path, head } = await recorded();
  const byId = await jsonOf(['verify', 's'], { cwd });
  expect(byId.data).toEqual((await jsonOf(['verify', path], { cwd })).data);
  expect(byId.data).toMatchObject({
    verdict: 'pass',
    session_id: 's',
    records: 11,
    chain_head: head,
    head_checked: false,
    runs: [{ run_id: 'r1', stop_reason: 'completed' }],
    findings: [],
  });
});

it('says pass to a person, and how to be sure of the end as well', async () => {
  const { cwd, head } = await recorded();
  const { stdout } = await runCtx(['verify', 's'], { cwd });
  expect(stdout).toMatch(/^pass\n/);
  expect(stdout).toContain('--head');
  expect((await runCtx(['verify', 's', '--head', head], { cwd })).stdout).not.toContain('--head');
});

it('fails with the record, the reason and every finding where a byte was changed', async () => {
  const { cwd, path } = await recorded();
  writeFileSync(path, readFileSync(path, 'utf8').replace('Looking.', 'Cooking.'));
  const { error } = await jsonOf(['verify', 's'], { cwd });
  expect(error).toMatchObject({
    kind: 'session',
    code: 'verify_failed',
    operation: 'verify',
    target: path,
    details: { verdict: 'fail', records: 4, findings: [{ code: 'hash_mismatch', verdict: 'fail', seq: 4 }] },
  });
  expect(error?.message).toContain('record 4: its content does not match its hash (hash_mismatch)');
});

it('calls a session incomplete while its run is open or its last line is torn, with exit 1', async () => {
  const { cwd, path } = await recorded();
  appendFileSync(path, '{"torn');
  const torn = await jsonOf(['verify', 's'], { cwd });
  expect(torn.error).toMatchObject({
    code: 'verify_incomplete',
    details: { verdict: 'incomplete', findings: [{ code: 'torn_tail', seq: 11 }] },
  });
  const lines = readFileSync(path, 'utf8').split('\n');
  truncateSync(path, Buffer.byteLength(lines.slice(0, 6).join('\n')) + 1);
  const open = await jsonOf(['verify', 's'], { cwd });
  expect(open.exit_code).toBe(1);
  expect(open.error).toMatchObject({
    code: 'verify_incomplete',
    details: {
      runs: [{ run_id: 'r1', stop_reason: 'open' }],
      findings: [{ code: 'tool_call_open', seq: 6 }, { code: 'turn_open' }, { code: 'run_open' }],
    },
  });
  expect(open.error?.hint).toContain('resume');
});

it.each([
  ['an empty file', 'empty.jsonl'],
  ['a file of zeros', 'zeros.jsonl'],
  ['an empty folder', 'folder'],
])('says of %s that there is nothing to verify, and sends nobody to resume it', async (_, name) => {
  const cwd = temporaryFolder({ 'empty.jsonl': '', 'zeros.jsonl': '\0'.repeat(1000) });
  mkdirSync(join(cwd, 'folder'));
  const { exit_code, error } = await jsonOf(['verify', name], { cwd });
  expect([exit_code, error?.code]).toEqual([1, 'verify_incomplete']);
  expect(error?.message).toContain('has nothing to verify');
  expect(error?.hint).not.toContain('resume');
});

it('finds with --head what a chain alone cannot show: an end that was cut off', async () => {
  const { cwd, path, head } = await recorded();
  expect((await jsonOf(['verify', 's', '--head', head], { cwd })).data).toMatchObject({ head_checked: true });
  expect((await jsonOf(['verify', 's', '--head', head.slice(7)], { cwd })).data).toMatchObject({
    verdict: 'pass',
  });
  await jsonOf(['run', ...task('More.'), '--run-id', 'r2', '--append', 's'], { cwd });
  const grown = await jsonOf(['verify', 's', '--head', head], { cwd });
  expect(grown.error?.message).toContain('the given head is record 10, and 11 more follow it');
  const whole = readFileSync(path, 'utf8');
  const last = (await jsonOf(['verify', 's'], { cwd })).data?.['chain_head'];
  writeFileSync(path, `${whole.split('\n').slice(0, 11).join('\n')}\n`);
  expect((await jsonOf(['verify', 's'], { cwd })).data).toMatchObject({ verdict: 'pass' });
  expect((await jsonOf(['verify', 's', '--head', String(last)], { cwd })).error).toMatchObject({
    code: 'verify_failed',
    details: { findings: [{ code: 'head_mismatch' }] },
  });
});

it('refuses a head that is no hash, and a session that is not there', async () => {
  const { cwd } = await recorded();
  expect((await jsonOf(['verify', 's', '--head', 'abc'], { cwd })).error).toMatchObject({
    code: 'flag_value_invalid',
    target: '--head',
  });
  expect((await jsonOf(['verify', 'nobody'], { cwd })).error).toMatchObject({ code: 'session_unknown' });
});

it('is in the built program', async () => {
  const { cwd } = await recorded();
  const answer = await runBuilt('ctx', ['verify', 's', '--output-format', 'json'], { cwd });
  expect(envelopeOf(answer).data).toMatchObject({ verdict: 'pass' });
});

it('says of a folder that is no evidence what it takes, and names the newest session', async () => {
  const cwd = temporaryFolder({ 'src/a.ts': '', '.git/HEAD': '' });
  const { error } = await jsonOf(['verify', '.'], { cwd });
  expect(error).toMatchObject({
    code: 'evidence_none',
    message: `${cwd} is a folder, but no report or export of ctx.`,
    hint: expect.stringContaining('`ctx verify --last` checks the newest session.'),
    details: { verdict: 'fail' },
  });
});
