// Requests that a person can make by what they type, and that no command would take as they are.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resumeSession } from '../src/commands/ui/resume.js';
import { model, project } from './acp-project.js';
import { ctxProgram } from './in-process.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { shownPages } from './shown-pages.js';

it('goes on with a task that begins with a dash', async () => {
  const { cwd, home, json, records } = project({ 'talk.yaml': scriptOf({ say: 'Hi.' }) });
  await json('run', '--task', 'Hi.', '--session-id', 's', ...model('talk'));
  const ui = await shownPages(['--control'], { cwd, home });
  const resumed = await ui.post('/api/sessions/s/resume', { task: '--fix the bug' });
  expect(resumed).toMatchObject({ status: 200, json: { pid: expect.any(Number) } });
  const prompts = () =>
    records('s').flatMap((record) => (record.type === 'turn.opened' ? record.prompt : []));
  await until(() => prompts().includes('--fix the bug'));
  await until(() => records('s').filter(({ type }) => type === 'run.closed').length === 2);
});

it('says that nothing was started where the project is gone', async () => {
  const { cwd, json } = project({ 'talk.yaml': scriptOf({ say: 'Hi.' }) });
  await json('run', '--task', 'Hi.', '--session-id', 's', ...model('talk'));
  const folder = join(cwd, '.context/sessions');
  const gone = join(cwd, 'gone');
  const entry = {
    key: 's',
    id: 's',
    project: gone,
    folder,
    path: join(folder, 's.jsonl'),
    changedMs: 0,
    hasLock: false,
  };
  await expect(resumeSession(entry, {}, { env: {}, program: ctxProgram() })).rejects.toMatchObject({
    code: 'command_unanswered',
  });
});

it('refuses what holds a NUL or is nested without end, as a request that cannot be read', async () => {
  const { cwd, home, json } = project({ 'talk.yaml': scriptOf({ say: 'Hi.' }) });
  await json('run', '--task', 'Hi.', '--session-id', 's', ...model('talk'));
  const ui = await shownPages(['--control'], { cwd, home });
  const invalid = { status: 400, json: { error: { code: 'api_body_invalid', kind: 'parse' } } };
  expect(await ui.post('/api/sessions/s/resume', { task: 'a\0b' })).toMatchObject(invalid);
  const details = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const response = await fetch(`${ui.base}/api/memory`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ui.token}`, 'content-type': 'application/json' },
    body: `{"action":"add","kind":"task","title":"x","fields":{"details":${details}}}`,
  });
  expect({ status: response.status, json: await response.json() }).toMatchObject(invalid);
  expect(await ui.get('/api/catalog?task=a%00b')).toMatchObject({
    status: 422,
    json: { error: { code: 'flag_value_invalid' } },
  });
});
