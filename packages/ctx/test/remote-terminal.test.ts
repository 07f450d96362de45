// A conversation with a session elsewhere, at a real terminal.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { model, project } from './acp-project.js';
import { onTerminal } from './on-terminal.js';
import { until } from './processes.js';
import { served, wireClient } from './served.js';

const prompt = '\u001b[0J> ';
const question = '\u001b[0Jallow? ';

it('streams what is said, asks what a rule asks about, and leaves the session there', async () => {
  const { cwd, home, records } = project();
  const server = await served([...model('s'), '--ask-tool', 'write'], { cwd, home });
  const { exitCode, shown, unseen } = await onTerminal(
    ['direct-connect-mode', server.url],
    [
      [prompt, 'Write it.\r'],
      [question, 'y\r'],
      [prompt, '/cost\r'],
      [prompt, '/policy full\r'],
      [prompt, '/undo\r'],
      [prompt, '\u0004'],
    ],
    { cwd: home, home },
  );
  expect({ exitCode, unseen }).toEqual({ exitCode: 0, unseen: '' });
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
  for (const text of [
    'Writing.',
    'Done.',
    'completed',
    '1 turn, 2 model calls',
    'mode full',
    'undo it there',
  ])
    expect(shown).toContain(text);
  const [, id = ''] = /--session (\S+) continues it/.exec(shown) ?? [];
  expect(records(id).at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'completed' });
});

it('follows a turn that somebody else began, interrupts it with Ctrl-C, and leaves with the second one', async () => {
  const { cwd, home } = project();
  const server = await served([...model('long'), '--no-sandbox', '--profile', 'full'], { cwd, home });
  const other = await wireClient(server);
  const id = await other.open(cwd);
  const ended = other.prompt(id, 'Wait.');
  await until(() => existsSync(join(cwd, 'begun')));
  const { exitCode, shown, unseen } = await onTerminal(
    ['direct-connect-mode', server.url, '--session', id],
    [
      ['(a turn is under way)', '\u0003'],
      ['Ctrl-C again leaves)', ''],
      [prompt, '\u0003'],
    ],
    { cwd: home, home },
  );
  expect({ exitCode, unseen }).toEqual({ exitCode: 0, unseen: '' });
  expect(shown).toContain('> Wait.');
  expect(await ended).toBe('cancelled');
});
