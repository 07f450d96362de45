import { expect, it } from 'vitest';
import { colourTerminal, runCtx } from '../../test/in-process.js';
import { scriptedFolder, task } from '../../test/scripted.js';

const terminal = { ...colourTerminal, colour: false };

it('tells the totals of a turn that somebody watched once', async () => {
  const cwd = scriptedFolder([{ say: 'Done.' }]);
  const { stdout, stderr } = await runCtx(['run', ...task('Go.')], { cwd, terminal });
  expect(stderr).toMatch(/Done\.\n[\s\S]*completed 1 model call, 0 tool calls/);
  expect(stdout).not.toContain('model call');
  expect(stdout).toMatch(/^session /);
});
