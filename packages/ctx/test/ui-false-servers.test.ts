// Who may ask for a run, and be believed: a server of the same user alone, and only about what it was shown.

import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { project } from './acp-project.js';
import { all, asks, longCommand, meetingPlace, runAs, runWords } from './asking-runs.js';
import { runBuilt } from './built.js';
import { shownPages } from './shown-pages.js';

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
    await runBuilt('ctx', runWords, { cwd, env: { HOME: home, PATH: process.env['PATH'] ?? '', ...env } });
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
  expect(await json(...runWords)).toMatchObject({ exit_code: 0 });
  expect(all(records('s'), 'approval.given')).toMatchObject([{ answer: 'deny', via: 'browser' }]);
  expect(existsSync(join(cwd, 'evil.txt'))).toBe(false);
});
