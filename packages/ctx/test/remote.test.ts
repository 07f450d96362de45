// A session on another machine from here: the same answer, exit code and records as of a run here, and nothing believed that does not hold together.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { membersOf } from '../src/protocol/members.js';
import { model, project } from './acp-project.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { ctxProgram, runCtx, startCall } from './in-process.js';
import { until } from './processes.js';
import { jsonOf, scriptOf } from './scripted.js';
import { served } from './served.js';

function there() {
  const made = project({
    'bad.yaml': scriptOf({ fault: { status: 400 } }),
    'slow.yaml': scriptOf({ delay_ms: 60_000, say: 'Late.' }),
  });
  const here = temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: made.home };
  return {
    ...made,
    here,
    place: { cwd: made.cwd, home: made.home },
    env,
    call: (...argv: string[]) => jsonOf(argv, { cwd: here, env }),
    text: (...argv: string[]) => runCtx(argv, { cwd: here, env }),
  };
}

it('answers a run elsewhere as one here: data, stream, exit code, and the head of the log there', async () => {
  const { cwd, here, env, place, call, json } = there();
  const server = await served([...model('s'), '--profile', 'full', '--no-sandbox'], place);
  expect(await call('remote', 'add', 'big', server.url)).toMatchObject({
    exit_code: 0,
    data: { name: 'big', url: server.url },
  });
  const local = await jsonOf(['run', 'Write it.', '--model', 'script:s.yaml', '--profile', 'full'], {
    cwd: project().cwd,
    env,
  });
  const { stdout, exitCode } = await runCtx(
    ['run', 'Write it.', '--remote', 'big', '--output-format', 'stream-json'],
    { cwd: here, env },
  );
  expect(exitCode).toBe(0);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => membersOf(JSON.parse(line)));
  const { data } = lines.at(-1) ?? {};
  const answer = membersOf(data);
  expect(Object.keys(answer).sort()).toEqual(Object.keys(membersOf(local.data)).sort());
  expect(answer).toMatchObject({
    path: `big:${cwd}/.context/sessions/${answer['session_id']}.jsonl`,
    runs: [{ run_id: 'r1', stop_reason: 'completed', turns: [{ output: 'Done.' }] }],
    totals: membersOf(local.data)['totals'],
    warnings: [expect.stringContaining('the session is on big')],
  });
  const log = readFileSync(String(answer['path']).slice('big:'.length), 'utf8').trim().split('\n');
  expect(lines.filter((line) => 'seq' in line)).toEqual(log.map((line) => JSON.parse(line)));
  expect(lines.filter(({ type }) => type === 'text.delta')).toHaveLength(2);
  expect(
    await json('verify', String(answer['session_id']), '--head', String(answer['chain_head'])),
  ).toMatchObject({
    exit_code: 0,
  });
  expect(existsSync(join(here, '.context'))).toBe(false);
});

it.each([
  ['a spent budget', 's', ['--max-tool-calls', '0'], 1, 'max_budget_reached'],
  ['a failing model', 'bad', [], 1, 'model_error'],
  ['a timeout', 'slow', ['--timeout-seconds', '0.05'], 2, 'timeout'],
])('ends with %s as a run here does', async (_, script, flags, exit_code, code) => {
  const { place, call } = there();
  const server = await served([...model(script), '--profile', 'full', '--no-sandbox'], place);
  await call('remote', 'add', 'big', server.url);
  expect(await call('run', 'Do it.', '--remote', 'big', ...flags)).toMatchObject({
    exit_code,
    error: { code, target: 'r1', details: { runs: [{ stop_reason: code }] } },
  });
});

it('fails before anything starts as the other side says it, under its own code', async () => {
  const { place, call, logs } = there();
  const server = await served([], place);
  await call('remote', 'add', 'big', server.url);
  expect(await call('run', 'Do it.', '--remote', 'big')).toMatchObject({
    exit_code: 1,
    error: { code: 'model_missing', hint: expect.stringMatching(/^On big: /) },
  });
  expect(logs()).toEqual([]);
});

it('denies what a rule asks about where nobody is here to answer, and asks the program that the flags name', async () => {
  const { cwd, place, call } = there();
  const server = await served([...model('s'), '--no-sandbox'], place);
  await call('remote', 'add', 'big', server.url);
  await call('run', 'Write it.', '--remote', 'big', '--ask-tool', 'write');
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old\n');
  const answer = await call(
    'run',
    'Write it.',
    '--remote',
    'big',
    '--ask-tool',
    'write',
    '--approve',
    'echo \'{"answer":"allow"}\'',
  );
  expect(answer).toMatchObject({ exit_code: 0 });
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
});

it('never gets more than the server’s own flags allow', async () => {
  const { cwd, place, call } = there();
  const server = await served([...model('s'), '--profile', 'read-only', '--no-sandbox'], place);
  await call('remote', 'add', 'big', server.url);
  expect(await call('run', 'Write it.', '--remote', 'big', '--profile', 'full')).toMatchObject({
    exit_code: 1,
    error: { code: 'remote_failed', message: expect.stringContaining('profile must be one of read-only') },
  });
  expect(await call('run', 'Write it.', '--remote', 'big', '--allow-tool', 'write')).toMatchObject({
    exit_code: 1,
    error: { code: 'remote_failed', message: expect.stringContaining('and no more') },
  });
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old\n');
});

it('cancels the run there when it is interrupted here', async () => {
  const { cwd, here, env, place, call, records, logs } = there();
  const server = await served([...model('long'), '--profile', 'full', '--no-sandbox'], place);
  await call('remote', 'add', 'big', server.url);
  const run = startCall(ctxProgram(), ['run', 'Wait for it.', '--remote', 'big', '--json'], {
    cwd: here,
    env,
  });
  await until(() => existsSync(join(cwd, 'begun')));
  run.interrupt('SIGINT');
  expect(envelopeOf(await run.answer)).toMatchObject({ exit_code: 130, error: { code: 'cancelled' } });
  expect(records(String(logs()[0]).replace('.jsonl', '')).at(-1)).toMatchObject({ type: 'run.closed' });
});

it('keeps remotes with the user and under the project, and reads none of a repository', async () => {
  const { here, call, home } = there();
  writeFileSync(join(here, 'remotes.json'), '{"remotes":[{"name":"evil","url":"ws://evil.example"}]}');
  await call('remote', 'add', 'b', 'wss://b.example', '--token-file', 'b.token', '--folder', 'api');
  await call('remote', 'add', 'a', 'unix:sock');
  expect(await call('remote', 'list')).toMatchObject({
    data: {
      remotes: [
        { name: 'a', url: `unix:${here}/sock` },
        { name: 'b', url: 'wss://b.example', token_file: join(here, 'b.token'), folder: 'api' },
      ],
    },
  });
  expect(await jsonOf(['remote', 'list'], { cwd: temporaryFolder(), env: { HOME: home } })).toMatchObject({
    data: { remotes: [] },
  });
  expect(await call('remote', 'add', 'a', 'ws://other.example')).toMatchObject({
    error: { code: 'remote_exists' },
  });
  expect(await call('remote', 'remove', 'a')).toMatchObject({ data: { deleted: true } });
  expect(await call('remote', 'remove', 'a')).toMatchObject({ exit_code: 0, data: { deleted: false } });
  expect(await call('run', 'Do it.', '--remote', 'bb')).toMatchObject({
    exit_code: 1,
    error: { code: 'remote_unknown', hint: expect.stringContaining('`b`') },
  });
});

it.each([
  ['ws://user:secret@host', 'argument_invalid'],
  ['ws://host/?token=secret', 'argument_invalid'],
  ['http://host', 'argument_invalid'],
  ['unix:', 'argument_invalid'],
])('keeps no address like %s, and does not say it again', async (url, code) => {
  const { call } = there();
  const answer = await call('remote', 'add', 'x', url);
  expect(answer).toMatchObject({ exit_code: 1, error: { code } });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

it.each([
  ['nobody listens', 'ws://127.0.0.1:1', 'remote_unreachable'],
  ['the socket does not exist', 'unix:/nowhere/sock', 'remote_unreachable'],
])('says that %s', async (_, url, code) => {
  const { call, home } = there();
  const token = join(temporaryFolder(), 'token');
  writeFileSync(token, 't'.repeat(43), { mode: 0o600 });
  await call('remote', 'add', 'x', url, '--token-file', token);
  expect(await call('run', 'Do it.', '--remote', 'x')).toMatchObject({
    exit_code: 1,
    error: { code, retryable: true },
  });
  expect(home).toBeDefined();
});

it('says that the token is missing, or not the one', async () => {
  const { place, call } = there();
  const server = await served(model('talk'), place);
  const token = join(temporaryFolder(), 'token');
  await call('remote', 'add', 'x', server.url, '--token-file', token);
  expect(await call('run', 'Do it.', '--remote', 'x')).toMatchObject({
    error: { code: 'token_file_missing' },
  });
  writeFileSync(token, 't'.repeat(43), { mode: 0o600 });
  expect(await call('run', 'Do it.', '--remote', 'x')).toMatchObject({
    exit_code: 1,
    error: { code: 'remote_token_refused', kind: 'auth' },
  });
});

it.each(['--append', '--agent', '--workspace', '--structured-output', '--out', '--mcp'])(
  'refuses %s, which is about this machine',
  async (flag) => {
    const { call } = there();
    expect(await call('run', 'Do it.', '--remote', 'x', flag, 'y')).toMatchObject({
      exit_code: 1,
      error: { code: 'flags_contradict' },
    });
  },
);

it('runs one turn by direct-connect-mode, and ends with the truth', async () => {
  const { place, text } = there();
  const server = await served([...model('s'), '--profile', 'full', '--no-sandbox'], place);
  const done = await text('direct-connect-mode', server.url, 'Write it.');
  expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Done.') });
  expect(done.stdout).toContain(`ctx direct-connect-mode ${server.url} --session `);
  const stopped = await text('direct-connect-mode', server.url, 'Write it.', '--max-tool-calls', '0');
  expect(stopped).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('On ws://') });
});
