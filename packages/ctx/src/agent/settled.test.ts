import { describe, expect, it } from 'vitest';
import { fail } from '../protocol/codes.js';
import type { ModelAnswer, Tool } from './ports.js';
import { echoTool, memoryLog, rehearse } from './rehearsal.fixture.js';

const calling: ModelAnswer = {
  kind: 'responded',
  content: [{ type: 'tool_call', call_id: 'c1', tool: 'say', input: { say: 'hi' } }],
  finish: 'tool_calls',
  usage: { input_tokens: 1, output_tokens: 1 },
};
const done: ModelAnswer = { ...calling, content: [{ type: 'text', text: 'Done.' }], finish: 'stop' };

/** Every effect, in order, with how many records had settled by then; the log is lost at `lostAt` settled records. */
function place(lostAt = Infinity) {
  const effects: [string, number][] = [];
  let settled = 0;
  const log = {
    ...memoryLog(),
    async settled() {
      if (log.records.length > lostAt) throw fail('lease_lost', { operation: 'commit', target: 's' });
      settled = log.records.length;
    },
  };
  const answers = [calling, done];
  const did = (what: string) => effects.push([what, settled]);
  const model = {
    name: 'm',
    source: 'scripted' as const,
    call: async () => {
      did('model');
      return answers.shift() ?? done;
    },
  };
  const tool: Tool = {
    ...echoTool('say'),
    async run() {
      did('tool');
      return { output: 'hi', is_error: false };
    },
  };
  const approver = {
    via: () => 'terminal' as const,
    ask: async () => {
      did('question');
      return { answer: 'allow' as const, scope: 'once' as const, via: 'terminal' as const, by: 'ada' };
    },
  };
  const run = () => rehearse({ log, model, tools: [tool], policy: { ask: ['say'] }, live: { approver } });
  return { run, effects, log, settled: () => settled };
}

describe('effects', () => {
  it('come after all that was written before them has settled, and the end does', async () => {
    const { run, effects, log, settled } = place();
    const { types } = await run();
    expect(effects.map(([what]) => what)).toEqual(['model', 'question', 'tool', 'model']);
    for (const [[what, at], last] of effects.map(
      (effect, index) =>
        [
          effect,
          ['model.requested', 'approval.requested', 'tool.requested', 'model.requested'][index],
        ] as const,
    ))
      expect([what, types[at - 1]]).toEqual([what, last]);
    expect(settled()).toBe(log.records.length);
  });

  it('do not come once the session is lost, at whichever record that is', async () => {
    const whole = place();
    const { records } = await whole.run();
    for (let lostAt = 0; lostAt < records.length; lostAt++) {
      const lost = place(lostAt);
      await expect(lost.run()).rejects.toMatchObject({ code: 'lease_lost' });
      expect(lost.effects).toEqual(whole.effects.filter(([, at]) => at <= lostAt));
    }
  });
});
