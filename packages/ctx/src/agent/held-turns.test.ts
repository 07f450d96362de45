import { expect, it } from 'vitest';
import type { TurnResult } from '../protocol/records.js';
import { HeldTurns, leftOut } from './held-turns.js';

const turn = (number: number, output: string): TurnResult => ({
  turn: number,
  prompt: 'Go on.',
  output,
  stop_reason: 'completed',
  cancel_observed: false,
  matched_commands: [],
  matched_tools: [],
  permission_denials: [],
  usage: { input_tokens: 1, output_tokens: 1, cost_microusd: null },
  model_calls: 1,
  tool_calls: 0,
  compaction_occurred: false,
  turns_dropped: 0,
});

it('holds no more text than it may, however many turns there are, and every turn by its number', () => {
  const held = new HeldTurns(10_000);
  for (let i = 1; i <= 5_000; i++) held.add(turn(i, 'x'.repeat(1_000)));
  const texts = held.all.filter(({ output }) => output !== leftOut);
  const length = texts.reduce((sum, { prompt, output }) => sum + prompt.length + output.length, 0);
  expect(length).toBeGreaterThan(8_000);
  expect(length).toBeLessThan(10_001);
  expect(held.length).toBe(5_000);
  expect(held.all.map((each) => each.turn)).toEqual(Array.from({ length: 5_000 }, (_, i) => i + 1));
  expect(held.cleared).toBe(5_000 - texts.length);
});

it('keeps what was said last, even where that alone is more', () => {
  const held = new HeldTurns(10);
  held.add(turn(1, 'short'));
  held.add({ ...turn(2, 'y'.repeat(100)), structured_output: { y: 'y'.repeat(100) } });
  expect(held.all[0]).toMatchObject({ prompt: leftOut, output: leftOut });
  expect(held.last).toMatchObject({ output: 'y'.repeat(100), structured_output: { y: expect.any(String) } });
});

it('holds everything of a run of ordinary length', () => {
  const held = new HeldTurns();
  for (let i = 1; i <= 1_000; i++) held.add(turn(i, `Answer ${i}`));
  expect(held.cleared).toBe(0);
  expect(held.all[0]?.output).toBe('Answer 1');
});
