// Files beside the sessions that nobody can open: each is a row that says so, and the server goes on.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchFolder } from '../src/dashboard/watch-folder.js';
import { model, project } from './acp-project.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { shownPages } from './shown-pages.js';

/** Links that lead in circles, through a file, to a name that no file can have, and their errors. */
const odd = (name: string) => [
  [`${name}-loop.jsonl`, `${name}-loop.jsonl`],
  [`${name}-through.jsonl`, 's.jsonl/further'],
  [`${name}-long.jsonl`, 'a'.repeat(300)],
];

it('starts beside links that lead nowhere, and shows the rest and why those are not shown', async () => {
  const { cwd, home, json } = project({ 'talk.yaml': scriptOf({ say: 'Hi.' }) });
  await json('run', '--task', 'Hi.', '--session-id', 's', ...model('talk'));
  const folder = join(cwd, '.context/sessions');
  for (const [name = '', target = ''] of odd('before')) symlinkSync(target, join(folder, name));
  symlinkSync('s.jsonl.lock', join(folder, 's.jsonl.lock'));
  const ui = await shownPages([], { cwd, home });
  const unreadable = (name: string) =>
    odd(name).map(([file = '']) =>
      expect.objectContaining({ key: file.replace('.jsonl', ''), why: 'file_unreadable' }),
    );
  const listed = (await ui.get('/api/sessions')).json;
  expect(listed).toMatchObject({ total: 4, sessions: [{ key: 's', state: 'ended', locked: false }] });
  expect(listed['unreadable']).toEqual(expect.arrayContaining(unreadable('before')));

  const page = await ui.listen();
  for (const [name = '', target = ''] of odd('after')) symlinkSync(target, join(folder, name));
  await until(() => page.of('session').filter(({ readable }) => readable === false).length >= 3);
  expect(page.of('session')).toEqual(expect.arrayContaining(unreadable('after')));
  rmSync(join(folder, 's.jsonl.lock'));
  await until(() => page.of('session').some(({ key }) => key === 's'));
  symlinkSync('s.jsonl.lock', join(folder, 's.jsonl.lock'));
  await json('run', '--task', 'Hi.', '--session-id', 't', ...model('talk'));
  await until(() => page.of('session').some(({ key, state }) => key === 't' && state === 'ended'));
  expect((await ui.get('/api/sessions')).json['sessions']).toHaveLength(2);
  expect((await ui.get('/api/sessions/after-loop')).status).toBe(422);
  expect((await ui.get('/api/stats')).json).toMatchObject({ sessions_read: 2, sessions_unreadable: 6 });
  expect((await json('list-sessions')).data).toMatchObject({ total: 8 });
});

it('looks at a folder again where something went wrong when it was told of a change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let told = 0;
  const watched = watchFolder(folder, () => {
    told += 1;
    if (told === 1) throw new TypeError('not now');
  });
  onTestFinished(() => watched.close());
  mkdirSync(join(folder, 'new'));
  await until(() => told > 1);
});
