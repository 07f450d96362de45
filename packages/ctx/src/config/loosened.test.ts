import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { scriptOf } from '../../test/scripted.js';
import { loosened } from './loosened.js';

const run = { run_id: 'r', task: 'Go.' };

it.each([
  [{ base_url: 'http://x.example/v1' }, ['base_url: http://x.example/v1']],
  [{ policy: { profile: 'full' as const } }, ['policy.profile: full']],
  [{ sandbox: 'off' as const }, ['sandbox: off']],
  [{ sandbox: { network: 'open' as const } }, ['sandbox.network: open']],
  [
    { sandbox: { network: ['a.example'], write: ['/x'], read: ['/y'] } },
    ['sandbox.network: a.example', 'sandbox.read: /y', 'sandbox.write: /x'],
  ],
  [{ mcp: ['a.json', 'b.json'] }, ['mcp: a.json', 'mcp: b.json']],
  [{ open_paths: ['.mcp.json' as const] }, ['open_paths: .mcp.json']],
  [
    {
      sandbox: 'on' as const,
      policy: { profile: 'read-only' as const, deny: ['bash'] },
      budget: { max_turns: 1 },
    },
    [],
  ],
])('says of %j what it loosens, for the session and for a run', (settings, lines) => {
  expect(loosened({ ...settings, runs: [run] })).toEqual(lines);
  expect(loosened({ runs: [{ ...run, ...settings }] })).toEqual(lines);
});

it('is shown before the run begins', async () => {
  const cwd = temporaryFolder({
    's.yaml': scriptOf({ say: 'Hello.' }),
    'c.yaml': 'model: script:s.yaml\npolicy: { profile: full }\nruns: [{ run_id: r, task: Go. }]',
  });
  const { exitCode, stderr } = await runCtx(['run', 'c.yaml'], { cwd, env: { PATH: process.env['PATH'] } });
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^note: c\.yaml loosens what ctx allows:\n {2}policy\.profile: full\n/);
});
