import { expect, it } from 'vitest';
import { colourTerminal, runCtx } from '../../test/in-process.js';
import { scriptedFolder, task } from '../../test/scripted.js';
import { progress } from './session-progress.js';

const terminal = { ...colourTerminal, colour: false };

it('begins a line of its own where a cancelled answer left one unfinished', () => {
  const usage = { input_tokens: 1, output_tokens: 1, cost_microusd: 0 };
  const closed = {
    type: 'turn.closed',
    result: { stop_reason: 'cancelled', model_calls: 1, tool_calls: 0, usage },
  };
  const shown = (event: object, midLine: boolean) => progress(Object.assign(event), terminal, midLine);
  expect(shown({ type: 'text.delta', text: 'st' }, true)).toBe('st');
  expect(shown(closed, true)).toMatch(/^\ncancelled 1 model call, 0 tool calls, /);
  expect(shown(closed, false)).toMatch(/^cancelled /);
});

it('tells the totals of a turn that somebody watched once', async () => {
  const cwd = scriptedFolder([{ say: 'Done.' }]);
  const { stdout, stderr } = await runCtx(['run', ...task('Go.')], { cwd, terminal });
  expect(stderr).toMatch(/Done\.\ncompleted 1 model call, 0 tool calls/);
  expect(stdout).not.toContain('model call');
  expect(stdout).toMatch(/^session /);
});
