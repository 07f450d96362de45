// Questions of running sessions, answered in the page: the same record as at a terminal, and nobody else can answer.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RecordOf, RecordType, SessionRecord } from '../src/protocol/records.js';
import { bash, model, project } from './acp-project.js';
import { runBuilt } from './built.js';
import { onTerminal } from './on-terminal.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { served, wireClient } from './served.js';
import { type Heard, type ShownPages, shownPages } from './shown-pages.js';

const asking = ['--ask-tool', 'bash', '--no-sandbox'];
const runAs = (id: string) => ['run', '--task', 'Go.', '--session-id', id, ...model('asks'), ...asking];
const run = runAs('s');
const asks = (...commands: string[]) => ({
  'asks.yaml': scriptOf(...commands.map((command) => bash(command)), { say: 'Done.' }),
});
const meetingPlace = (home: string) => join(home, '.local/state/ctx/pages');

function all<K extends RecordType>(records: readonly SessionRecord[], type: K): RecordOf<K>[] {
  return records.filter(
    (record): record is Extract<SessionRecord, { type: K }> & RecordOf<K> => record.type === type,
  );
}

/** The next question that can be answered. */
async function questionAt(page: Heard, number: number): Promise<Record<string, unknown>> {
  const asked = () => page.of('question').filter(({ answerable }) => answerable === true);
  await until(() => asked().length > number);
  return asked()[number] ?? {};
}

const answer = (ui: ShownPages, id: unknown, body: object) => ui.post(`/api/questions/${id}`, body);

it('lets the page answer for a run without a terminal, and the log says who did and where', async () => {
  const { cwd, home, json, records } = project(
    asks('echo one >> log', 'echo two >> log', 'echo three >> log'),
  );
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const ran = json(...run);
  const first = await questionAt(page, 0);
  expect(first).toMatchObject({
    tool: 'bash',
    text: 'echo one >> log',
    rule: 'bash',
    also: 'none',
    key: 's',
  });
  expect((await ui.get('/api/questions')).json).toMatchObject({ questions: [{ id: first['id'] }] });
  await until(() => page.of('session').some(({ key, state }) => key === 's' && state === 'waiting'));
  expect((await answer(ui, first['id'], { answer: 'deny', reason: 'not yet' })).json).toEqual({
    taken: true,
  });
  expect(await answer(ui, first['id'], { answer: 'allow' })).toMatchObject({
    status: 409,
    json: { error: { code: 'question_answered' } },
  });
  await answer(ui, (await questionAt(page, 1))['id'], { answer: 'allow', scope: 'session' });
  expect(await ran).toMatchObject({ exit_code: 0 });
  expect(readFileSync(join(cwd, 'log'), 'utf8')).toBe('two\nthree\n');
  const by = expect.any(String);
  expect(all(records('s'), 'approval.requested')).toMatchObject([{ via: 'browser' }, { via: 'browser' }]);
  expect(all(records('s'), 'approval.given')).toMatchObject([
    { answer: 'deny', scope: 'once', via: 'browser', by, reason: 'not yet' },
    { answer: 'allow', scope: 'session', via: 'browser', by },
  ]);
  expect((await json('verify', 's')).data).toMatchObject({ verdict: 'pass' });
  await until(() => page.of('question.gone').length >= 2);
});

it('changes nothing for a run while no page may answer: what a rule asks about is denied', async () => {
  const { cwd, home, json, records } = project(asks('echo one >> log'));
  await json(...run);
  expect(existsSync(meetingPlace(home))).toBe(false);
  const ui = await shownPages([], { cwd, home });
  await json(...runAs('t'));
  for (const id of ['s', 't']) {
    expect(all(records(id), 'approval.requested')).toEqual([]);
    expect(all(records(id), 'tool.denied')).toMatchObject([{ rule: 'bash' }]);
  }
  expect(existsSync(join(cwd, 'log'))).toBe(false);
  expect(await answer(ui, 'q1-1', { answer: 'allow' })).toMatchObject({
    status: 403,
    json: { error: { code: 'ui_read_only' } },
  });
});

it('denies what no page answered in time, and what waited when the server went away', async () => {
  const { cwd, home, json, records } = project(asks('echo one >> log'));
  const ui = await shownPages(['--control'], { cwd, home });
  expect(await json(...run, '--approve-timeout', '0.05')).toMatchObject({ exit_code: 0 });
  expect(all(records('s'), 'approval.given')).toMatchObject([
    { answer: 'deny', via: 'browser', by: null, reason: expect.stringContaining('no page was open') },
  ]);
  const page = await ui.listen();
  const ran = json(...runAs('t'), '--approve-timeout', '0.05');
  await questionAt(page, 0);
  await ui.stop();
  expect(await ran).toMatchObject({ exit_code: 0 });
  expect(all(records('t'), 'approval.given')).toMatchObject([
    { answer: 'deny', by: null, reason: expect.stringContaining('no page could be asked') },
  ]);
  expect(existsSync(join(cwd, 'log'))).toBe(false);
});

it('takes the question back at the terminal when the page was faster, and in the page when the terminal was', async () => {
  const { cwd, home, records } = project(asks('echo one >> log', 'echo two >> log'));
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const ran = onTerminal(
    run,
    [
      ['answered in the dashboard: allowed', ''],
      ['\u001b[0Jallow? ', 'n\r'],
    ],
    { cwd, home },
  );
  const first = await questionAt(page, 0);
  expect(first).toMatchObject({
    also: 'terminal',
    explained: expect.arrayContaining([expect.stringMatching(/^rule {5}bash/)]),
  });
  await answer(ui, first['id'], { answer: 'allow', scope: 'once' });
  const { exitCode, unseen } = await ran;
  expect({ exitCode, unseen }).toEqual({ exitCode: 0, unseen: '' });
  expect(readFileSync(join(cwd, 'log'), 'utf8')).toBe('one\n');
  expect(all(records('s'), 'approval.given')).toMatchObject([
    { answer: 'allow', via: 'browser' },
    { answer: 'deny', via: 'terminal' },
  ]);
  await until(() => page.of('question.gone').length === 2);
  expect((await ui.get('/api/questions')).json).toEqual({ questions: [] });
});

it('believes no server that is a file, that others could have made, or that lies where the agent works', async () => {
  const answering = (path: string) =>
    new Promise<void>((resolve) => {
      const server = createServer((socket) => {
        socket.write(`${JSON.stringify({ say: 'here', control: true, open: 0 })}\n`);
        socket.on('error', () => {});
      });
      onTestFinished(() => void server.close());
      server.listen(path, resolve);
    });
  /** Nobody was asked. */
  const denied = async ({ cwd, home, records }: ReturnType<typeof project>, env = {}) => {
    await runBuilt('ctx', run, { cwd, env: { HOME: home, PATH: process.env['PATH'] ?? '', ...env } });
    expect(all(records('s'), 'approval.requested')).toEqual([]);
    expect(all(records('s'), 'tool.denied')).toMatchObject([{ rule: 'bash' }]);
  };
  const file = project(asks('echo one'));
  mkdirSync(meetingPlace(file.home), { recursive: true, mode: 0o700 });
  writeFileSync(join(meetingPlace(file.home), '1.x'), '{"say":"here","control":true,"open":1}\n');
  await denied(file);

  const open = project(asks('echo one'));
  mkdirSync(meetingPlace(open.home), { recursive: true });
  await answering(join(meetingPlace(open.home), '1.x'));
  chmodSync(meetingPlace(open.home), 0o777);
  await denied(open);

  const inside = project(asks('echo one'));
  const folder = join(inside.cwd, 'state/ctx/pages');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await answering(join(folder, '1.x'));
  await denied(inside, { XDG_STATE_HOME: join(inside.cwd, 'state') });
  // The same server, where it may be believed.
  chmodSync(meetingPlace(open.home), 0o700);
  await runBuilt('ctx', [...runAs('t'), '--approve-timeout', '0.05'], {
    cwd: open.cwd,
    env: { HOME: open.home, PATH: process.env['PATH'] ?? '' },
  });
  expect(all(open.records('t'), 'approval.requested')).toMatchObject([{ via: 'browser' }]);
});

it('keeps its socket to its user, and is not started with control by an agent', async () => {
  const { cwd, home } = project();
  const ui = await shownPages(['--control'], { cwd, home });
  const folder = meetingPlace(home);
  const [socket = ''] = readdirSync(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, socket)).mode & 0o777).toBe(0o600);
  await ui.stop();
  expect(readdirSync(folder)).toEqual([]);
  const started = await runBuilt('ctx', ['ui', '--control', '--port', '0', '--output-format', 'json'], {
    cwd,
    env: { HOME: home, CTX_TOOL_CALL: 'mark' },
  });
  expect(started).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('ui_by_agent') });
});

it('interrupts a run as Ctrl-C would, and resumes it', async () => {
  const { cwd, home, records } = project({
    'asks.yaml': scriptOf(bash('echo begun > begun; sleep 1000'), { say: 'Done.' }),
  });
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const words = [
    'run',
    '--task',
    'Go.',
    '--session-id',
    's',
    ...model('asks'),
    '--no-sandbox',
    '--allow-tool',
    'bash',
  ];
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
  const ran = runBuilt('ctx', [...words, '--output-format', 'json'], { cwd, env });
  await until(() =>
    page.of('live').some(({ calls, interruptible }) => Object(calls).length === 1 && interruptible === true),
  );
  expect((await ui.get('/api/running')).json).toMatchObject({
    running: [{ key: 's', agent: 'ctx', calls: [{ tool: 'bash', about: 'echo begun > begun; sleep 1000' }] }],
  });
  expect((await ui.post('/api/sessions/s/resume', {})).json).toMatchObject({
    error: { code: 'session_running' },
  });
  expect((await ui.post('/api/sessions/s/interrupt', {})).json).toEqual({ asked: true });
  expect(await ran).toMatchObject({ exitCode: 130 });
  expect(all(records('s'), 'turn.interrupted')).toMatchObject([{ cause: 'signal', signal: 'SIGINT' }]);
  await until(() => page.of('live').some(({ ended }) => ended === true));
  expect((await ui.post('/api/sessions/s/interrupt', {})).json).toMatchObject({
    error: { code: 'session_not_linked' },
  });
  const resumed = await ui.post('/api/sessions/s/resume', {});
  expect(resumed).toMatchObject({ status: 200, json: { pid: expect.any(Number) } });
  await until(() =>
    page.of('session').some(({ stop_reason, state }) => stop_reason === 'completed' && state === 'ended'),
  );
  expect((await ui.post('/api/sessions/s/resume', {})).json).toMatchObject({
    error: { message: expect.stringContaining('session_finished') },
  });
});

it('answers for a client of a server that is asked, too, and takes the question back there', async () => {
  const { cwd, home, records } = project();
  const server = await served([...model('s'), '--ask-tool', 'write'], { cwd, home });
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const client = await wireClient(server, () => new Promise(() => {}));
  const id = await client.open(cwd);
  const prompted = client.prompt(id, 'Write.');
  const question = await questionAt(page, 0);
  expect(question).toMatchObject({ tool: 'write', also: 'editor', session_id: id });
  await until(() => client.asked.length === 1);
  await answer(ui, question['id'], { answer: 'allow' });
  expect(await prompted).toBe('end_turn');
  expect(all(records(id), 'approval.given')).toMatchObject([
    { answer: 'allow', via: 'browser', scope: 'once' },
  ]);
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
});

/** Longer than a page is shown; what matters stands at its end. */
const longCommand = `echo ok # ${'harmless '.repeat(7500)}\necho EVIL > evil.txt`;

it('says how much of a long call is left out, shows its end, and lets nobody allow it in the page', async () => {
  const { cwd, home, json, records } = project(asks(longCommand));
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const ran = json(...run);
  const question = await questionAt(page, 0);
  const text = String(question['text']);
  const [, said = ''] = /\[(\d+) characters are left out here/.exec(text) ?? [];
  expect(question['left_out']).toBe(Number(said));
  expect([text.slice(0, 20), text.slice(-20)]).toEqual([longCommand.slice(0, 20), longCommand.slice(-20)]);
  const kept = text.replace(/\n\n\[\d+ characters.*\]\n\n/, '');
  expect(kept.length + Number(said)).toBe(longCommand.length);
  for (const scope of ['once', 'session', 'project'])
    expect(await answer(ui, question['id'], { answer: 'allow', scope })).toMatchObject({
      status: 422,
      json: { error: { code: 'question_too_long' } },
    });
  expect((await ui.get('/api/questions')).json).toMatchObject({ questions: [{ id: question['id'] }] });
  expect((await answer(ui, question['id'], { answer: 'deny' })).json).toEqual({ taken: true });
  expect(await ran).toMatchObject({ exit_code: 0 });
  expect(all(records('s'), 'approval.given')).toMatchObject([{ answer: 'deny', via: 'browser' }]);
  expect(existsSync(join(cwd, 'evil.txt'))).toBe(false);
});

it('does not believe a server that allows a call which it was not shown whole', async () => {
  const { cwd, home, json, records } = project(asks(longCommand));
  const folder = meetingPlace(home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const server = createServer((socket) => {
    const say = (words: object) => void socket.write(`${JSON.stringify(words)}\n`);
    say({ say: 'here', control: true, open: 1 });
    let heard = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      heard += piece;
      const [, id] = /"say":"ask".*"id":"([^"]+)".*\n/.exec(heard) ?? [];
      if (id === undefined) return;
      heard = '';
      for (const given of ['allow', 'deny']) say({ say: 'answer', id, answer: given, scope: 'once' });
    });
    socket.on('error', () => {});
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(join(folder, '1.x'), resolve));
  expect(await json(...run)).toMatchObject({ exit_code: 0 });
  expect(all(records('s'), 'approval.given')).toMatchObject([{ answer: 'deny', via: 'browser' }]);
  expect(existsSync(join(cwd, 'evil.txt'))).toBe(false);
});
