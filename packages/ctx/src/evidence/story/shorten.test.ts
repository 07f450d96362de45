import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLargeSession } from '../../../../../bench/large-session.js';
import { temporaryFolder } from '../../../test/folder.js';
import { reportFiles } from '../report/report-files.js';
import { readStory } from './read-story.js';

const calls = 3000;
const limits = { steps: 100, text: 50_000, changedText: 1000 };

function large(): string {
  const path = join(temporaryFolder(), 's.jsonl');
  writeLargeSession(path, calls, 100);
  return path;
}

it('tells of a very long run its beginning and its end, and how much is between them', () => {
  const [run] = readStory(large(), limits).runs;
  const steps = run?.turns.flatMap((turn) => turn.steps) ?? [];
  expect(steps.length).toBe(limits.steps);
  expect(run?.left_out).toMatchObject({ steps: 2 * calls - limits.steps, notable: 0 });
  const called = steps.flatMap((step) => (step.kind === 'call' ? [step.call_id] : []));
  expect(called[0]).toBe('call-1');
  expect(called.at(-1)).toBe(`call-${calls}`);
  expect(run?.totals).toMatchObject({ model_calls: calls, tool_calls: calls });
  expect(run?.spending.length).toBeLessThanOrEqual(2 * limits.steps);
});

it('says on the page what is left out, and that nothing stood out in it', () => {
  const page = reportFiles(readStory(large(), limits)).get('run-r1.html');
  expect(page).toContain('5,900 steps from its middle');
  expect(page).toContain('nothing notable is among them');
});

it('leaves nothing out of data', () => {
  const [run] = readStory(large()).runs;
  expect(run?.turns.flatMap((turn) => turn.steps)).toHaveLength(2 * calls);
  expect(run?.left_out.steps).toBe(0);
});
