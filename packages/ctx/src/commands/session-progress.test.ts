import { expect, it } from 'vitest';
import { argvFor, patientClock } from '../../test/faulty-provider.js';
import { temporaryFolder } from '../../test/folder.js';
import { colourTerminal, plainTerminal, runCtx } from '../../test/in-process.js';
import { testCredentials } from '../../test/model-server.js';
import { scriptedFolder, task } from '../../test/scripted.js';
import { wireServer } from '../../test/wire-server.js';

const terminal = { ...colourTerminal, colour: false };

it('tells the totals of a turn that somebody watched once', async () => {
  const cwd = scriptedFolder([{ say: 'Done.' }]);
  const { stdout, stderr } = await runCtx(['run', ...task('Go.')], { cwd, terminal });
  expect(stderr).toMatch(/Done\.\n[\s\S]*completed 1 model call, 0 tool calls/);
  expect(stdout).not.toContain('model call');
  expect(stdout).toMatch(/^session /);
});

it.each([
  ['on a terminal', terminal],
  ['in a log of lines', plainTerminal],
])('says a failure that is tried again as one sentence, %s', async (_, shown) => {
  const { url } = await wireServer((response) => response.writeHead(503).end('Busy.'));
  const outside = {
    cwd: temporaryFolder(),
    env: testCredentials,
    clock: patientClock().clock,
    terminal: shown,
  };
  const { stderr } = await runCtx([...argvFor(url)], outside);
  expect(stderr).toContain('status 503: Busy, trying again');
});
