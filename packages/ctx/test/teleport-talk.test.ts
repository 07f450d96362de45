// What becomes of a session after its move, at a real terminal: it is talked with there, comes back, and goes on here.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onTerminal } from './on-terminal.js';
import { jsonOf } from './scripted.js';
import { served } from './served.js';
import { isLive, machine, sessionIn } from './teleport-machines.js';

it('is talked with there right away, brought back, and goes on here as one conversation', async () => {
  const [here, there] = [machine(), machine()];
  const [cwd, work] = [join(here.home, 'app'), join(there.home, 'work')];
  for (const folder of [cwd, work]) mkdirSync(folder);
  writeFileSync(join(cwd, 'a.txt'), 'a\n');
  const path = await sessionIn(cwd, here);
  const server = await served(['--accept-teleports', '.', '--model', 'script:echo'], {
    cwd: work,
    home: there.home,
  });
  const token = join(here.home, 'token');
  cpSync(server.tokenFile, token);
  const prompt = '\u001b[0J> ';
  const talked = await onTerminal(
    ['teleport-mode', server.url, 's', '--token-file', token],
    [
      [prompt, 'Said over there.\r'],
      [prompt, 'And once more.\r'],
      [prompt, '\u0004'],
    ],
    { cwd, home: here.home },
  );
  expect([talked.exitCode, talked.unseen]).toEqual([0, '']);
  expect(talked.shown).toContain('ctx teleport-mode --back s');
  const arrived = join(work, 'app/.context/sessions/s.jsonl');
  expect([isLive(path), isLive(arrived)]).toEqual([false, true]);

  const back = await onTerminal(['teleport-mode', '--back', 's', '--token-file', token], [], {
    cwd,
    home: here.home,
  });
  expect([back.exitCode, back.shown]).toEqual([0, expect.stringContaining('session s is back from')]);
  const env = here.env;
  expect((await jsonOf(['resume', 's', '--task', 'Here again.'], { cwd, env })).error).toBeUndefined();
  const { data } = await jsonOf(['load-session', 's', '--messages'], { cwd, env });
  const said = JSON.stringify(data);
  for (const text of ['Say it.', 'Said over there.', 'And once more.', 'Here again.'])
    expect(said).toContain(text);
  const verified = await jsonOf(['verify', 's'], { cwd, env });
  expect(verified.data).toMatchObject({ verdict: 'pass' });
  const moves = await jsonOf(['verify', arrived], { cwd: work, env: there.env });
  expect(moves.data).toMatchObject({ verdict: 'pass', moved_to: expect.any(String) });
});
