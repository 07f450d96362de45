// Questions of running sessions, answered in the page: the same record as at a terminal, and nobody else can answer.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bash, model, project } from './acp-project.js';
import { all, answer, asks, longCommand, meetingPlace, questionAt, runAs, runWords } from './asking-runs.js';
import { runBuilt } from './built.js';
import { withEnoughTime } from './held-clock.js';
import { onTerminal } from './on-terminal.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { served, wireClient } from './served.js';
import { shownPages } from './shown-pages.js';

it('lets the page answer for a run without a terminal, and the log says who did and where', async () => {
  const { cwd, home, json, records } = project(
    asks('echo one >> log', 'echo two >> log', 'echo three >> log'),
  );
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const ran = json(...runWords);
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
  await json(...runWords);
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
  // The same time is what the server has to say that it is there, and whether a page is open: before that, nobody can be asked.
  const denied = (open: boolean) =>
    withEnoughTime(
      async (milliseconds) => {
        const { cwd, home, json, records } = project(asks('echo one >> log'));
        const ui = await shownPages(['--control'], { cwd, home });
        const page = open ? await ui.listen() : undefined;
        const ran = json(...runWords, '--approve-timeout', String(milliseconds / 1000));
        let isOver = false;
        void ran.finally(() => {
          isOver = true;
        });
        if (page !== undefined) {
          await until(() => isOver || page.of('question').length > 0);
          await ui.stop();
        }
        expect(await ran).toMatchObject({ exit_code: 0 });
        expect(existsSync(join(cwd, 'log'))).toBe(false);
        const [given] = all(records('s'), 'approval.given');
        expect(given).toMatchObject({ answer: 'deny', via: 'browser', by: null });
        return String(given?.reason);
      },
      (reason) => reason.includes(open ? 'no page could be asked' : 'no page was open'),
      50,
    );
  expect(await denied(false)).toContain('no page was open');
  expect(await denied(true)).toContain('no page could be asked');
});

it('takes the question back at the terminal when the page was faster, and in the page when the terminal was', async () => {
  const { cwd, home, records } = project(asks('echo one >> log', 'echo two >> log'));
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const ran = onTerminal(
    runWords,
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

it('says how much of a long call is left out, shows its end, and lets nobody allow it in the page', async () => {
  const { cwd, home, json, records } = project(asks(longCommand));
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const ran = json(...runWords);
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
