// The dashboard's server: what it answers, what it tells, and how it ends.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bash, model, project } from './acp-project.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { shownPages } from './shown-pages.js';

const answers = (...replies: readonly object[]) => ({ 'said.yaml': scriptOf(...replies) });
const run = (id: string, ...more: string[]) => [
  'run',
  '--task',
  'Say hello.',
  '--session-id',
  id,
  ...model('said'),
  ...more,
];

it('prints an address with a token that lets in, says what it is, and ends with exit code 0', async () => {
  const { cwd, home } = project();
  const ui = await shownPages([], { cwd, home });
  expect(ui.token).toMatch(/^[\w-]{32}$/);
  expect((await ui.get('/api/status')).json).toMatchObject({ control: false, project: cwd, all: false });
  const other = await shownPages([], { cwd, home });
  expect(other.token).not.toBe(ui.token);
  expect((await other.get('/api/status', { authorization: `Bearer ${ui.token}` })).status).toBe(401);
  expect(await ui.stop()).toBe(0);
  await expect(ui.get('/api/status')).rejects.toThrow();
});

it('lists sessions as list-sessions does, newest first, and tells the story of one', async () => {
  const { cwd, home, json } = project(answers({ say: 'Working.', ...bash('echo hi') }, { say: 'Done.' }));
  await json(...run('first', '--no-sandbox', '--allow-tool', 'bash'));
  await json(...run('second'));
  writeFileSync(join(cwd, '.context/sessions/broken.jsonl'), 'nothing\n');
  const ui = await shownPages([], { cwd, home });
  const { data } = await json('list-sessions');
  const list = (await ui.get('/api/sessions')).json;
  expect(list).toMatchObject({ total: 3, complete: true, unreadable: [{ key: 'broken', readable: false }] });
  const listed = Object(data?.['sessions']).map(({ path: _, ...row }: { path: string }) => row);
  expect(list['sessions']).toMatchObject(listed);
  expect(list['sessions']).toMatchObject([{ key: 'second', project: cwd, state: 'ended' }, { key: 'first' }]);
  expect((await ui.get('/api/sessions?limit=1')).json).toMatchObject({ total: 3, complete: false });
  const { row, story } = (await ui.get('/api/sessions/first')).json;
  expect(row).toMatchObject({ key: 'first', stop_reason: 'completed' });
  expect(story).toMatchObject({
    session_id: 'first',
    runs: [
      { turns: [{ steps: [{ kind: 'answer' }, { kind: 'call', about: 'echo hi' }, { kind: 'answer' }] }] },
    ],
  });
  const since = Object(story).head.seq;
  expect((await ui.get(`/api/sessions/first?since=${since}`)).json).toMatchObject({ story: { runs: [] } });
  expect((await ui.get('/api/sessions/none')).json).toMatchObject({ error: { code: 'session_unknown' } });
});

it('tells of a session while it is written, and pages that come back what they missed', async () => {
  const { cwd, home, json } = project(answers({ say: 'Done.' }));
  const ui = await shownPages([], { cwd, home });
  const page = await ui.listen();
  await until(() => page.of('hello').length === 1);
  const last = page.told.at(-1)?.id ?? '';
  await json(...run('live'));
  await until(() => page.of('session').some(({ key, state }) => key === 'live' && state === 'ended'));
  page.end();
  const again = await ui.listen({ 'last-event-id': last });
  await until(() => again.of('session').some(({ key, state }) => key === 'live' && state === 'ended'));
  expect(again.of('hello')).toMatchObject([{ resumed: true }]);
  const stranger = await ui.listen({ 'last-event-id': 'another-7' });
  await until(() => stranger.of('hello').length === 1);
  expect(stranger.of('hello')).toMatchObject([{ resumed: false }]);
});

it('gives the report, the export and the transcript that the commands make', async () => {
  const { cwd, home, json } = project(answers({ say: 'Done.' }));
  await json(...run('s'));
  const ui = await shownPages([], { cwd, home });
  await json('report', 's', '--out', 'made');
  const report = await ui.get('/api/sessions/s/report');
  expect(report.text).toBe(readFileSync(join(cwd, 'made/run-r1.html'), 'utf8'));
  expect(report.headers.get('content-disposition')).toBe('attachment; filename="s.html"');
  expect((await ui.get('/api/sessions/s/export')).headers.get('content-type')).toBe('application/zip');
  expect((await ui.get('/api/sessions/s/transcript?format=json')).json).toMatchObject({ session_id: 's' });
  expect((await ui.get('/api/sessions/s/verify')).json).toMatchObject({ verification: { verdict: 'pass' } });
  expect((await ui.get('/api/sessions/s/export?format=../x')).status).toBe(422);
});
