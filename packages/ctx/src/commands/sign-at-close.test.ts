import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';
import { makeKey, signersFile, sshVerifies } from '../../test/ssh-keys.js';
import { systemClock } from '../time/clock.js';

const replies = [{ say: 'Done.' }];
const config = 'session_id: s\nmodel: script:s.yaml\nsign: true\nruns: [{ run_id: r1, task: Go. }]\n';

function project(files: Readonly<Record<string, string>> = {}) {
  const key = makeKey();
  const cwd = scriptedFolder(replies, { 'c.yaml': config, ...files });
  const env = { HOME: temporaryFolder(), PATH: process.env['PATH'], CTX_SIGNING_KEY_FILE: key.file };
  const statement = join(cwd, '.context/sessions/s.statement.json');
  return { key, statement, outside: { cwd, env, clock: systemClock } };
}

it('signs a session of a config with sign: true when it closes, and says so before it runs', async () => {
  const { key, statement, outside } = project();
  const { data } = await jsonOf(['run', 'c.yaml'], outside);
  expect(data?.['signature']).toMatchObject({ statement, signature: `${statement}.sig` });
  expect(sshVerifies(statement, `${statement}.sig`, signersFile(key))).toBe(true);
  const shown = await runCtx(['run', 'c.yaml', '--session-id', 'other'], outside);
  expect(shown.stderr).toContain('sign: true');
});

it('signs it again when it is resumed, so that its signature is about all of it', async () => {
  const { key, outside } = project();
  await jsonOf(['run', 'c.yaml'], outside);
  const { data, error } = await jsonOf(['resume', 's', '--task', 'More.'], outside);
  expect(error).toBeUndefined();
  expect(data?.['signature']).toBeDefined();
  const verified = await jsonOf(
    ['verify', 's', '--signers', signersFile(key), '--require-signature'],
    outside,
  );
  expect(verified.data).toMatchObject({ verdict: 'pass' });
});

it('runs nothing where the key cannot sign', async () => {
  const { outside } = project();
  const locked = makeKey('ed25519', [], 'secret words');
  const env = { ...outside.env, CTX_SIGNING_KEY_FILE: locked.file };
  const { error } = await jsonOf(['run', 'c.yaml'], { ...outside, env });
  expect(error).toMatchObject({ code: 'signing_passphrase', target: locked.file });
  expect(readdirSync(outside.cwd)).not.toContain('.context');
});

it('fails where the key is gone at the end, with all that the run did in the details', async () => {
  const { key, outside } = project({ 's.yaml': scriptThatRemoves() });
  const env = { ...outside.env, KEY: key.file };
  const { error } = await jsonOf(['run', 'c.yaml'], { ...outside, env: { ...env, WHERE: key.file } });
  expect(error).toMatchObject({
    code: 'file_not_found',
    details: { session_id: 's', runs: [{ stop_reason: 'completed' }] },
  });
  const verified = await jsonOf(['verify', 's'], outside);
  expect(verified.data).toMatchObject({ verdict: 'pass' });
});

function scriptThatRemoves(): string {
  const call = [{ tool: 'bash', input: { command: 'rm "$WHERE"' } }];
  return JSON.stringify({ model: 'script/1', replies: [{ say: 'Go.', call }, { say: 'Done.' }] });
}

it('signs for a project that wants it only once a person trusts that', async () => {
  const { statement, outside } = project({ '.context/config.yaml': 'sign: true\n' });
  const refused = await jsonOf(['run', ...task('Go.'), '--session-id', 's'], outside);
  expect(refused.error).toMatchObject({ code: 'trust_missing', target: '.context/config.yaml#sign' });
  expect(readdirSync(join(outside.cwd, '.context'))).toEqual(['config.yaml']);
  await jsonOf(['trust', '--yes'], outside);
  expect(
    (await jsonOf(['run', ...task('Go.'), '--session-id', 's'], outside)).data?.['signature'],
  ).toMatchObject({ statement });
});

it('signs every session of a user who wants it, unless a config or deterministic mode says otherwise', async () => {
  const { outside } = project({
    'no.yaml': config.replace('sign: true', 'sign: false').replace('id: s', 'id: n'),
  });
  mkdirSync(join(outside.env.HOME, '.config/ctx'), { recursive: true });
  writeFileSync(join(outside.env.HOME, '.config/ctx/config.yaml'), 'sign: true\n', { mode: 0o600 });
  expect(
    (await jsonOf(['run', ...task('Go.'), '--session-id', 'u'], outside)).data?.['signature'],
  ).toBeDefined();
  expect((await jsonOf(['run', 'no.yaml'], outside)).data?.['signature']).toBeUndefined();
  const { clock: _, ...deterministic } = outside;
  await jsonOf(['run', ...task('Go.'), '--session-id', 'd'], deterministic);
  expect(readFileSync(join(outside.cwd, '.context/sessions/d.jsonl'), 'utf8')).not.toContain('"sign"');
});

it('does not let an agent that ctx drives sign in a person’s name', async () => {
  const { outside } = project();
  await jsonOf(['run', 'c.yaml'], outside);
  const env = { ...outside.env, CTX_TOOL_CALL: 'x' };
  expect((await jsonOf(['sign', 's'], { ...outside, env })).error).toMatchObject({
    code: 'signing_by_agent',
  });
  const nested = await jsonOf(['run', 'c.yaml', '--session-id', 'nested'], { ...outside, env });
  expect(nested.error).toMatchObject({ code: 'signing_by_agent' });
});
