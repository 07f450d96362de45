import { describe, expect, it } from 'vitest';
import { recordsOf, rehearse } from './rehearsal.fixture.js';

const schema = {
  type: 'object',
  properties: { sum: { type: 'integer' } },
  required: ['sum'],
  additionalProperties: false,
};
const settings = { structured_output: schema };
const said = (...texts: string[]) => `replies: ${JSON.stringify(texts.map((say) => ({ say })))}`;

describe('a structured output', () => {
  it('that fits its schema is in the result as a value', async () => {
    const { outcome } = await rehearse({ script: said('{"sum": 3}'), settings });
    expect(outcome.turns[0]).toMatchObject({ stop_reason: 'completed', structured_output: { sum: 3 } });
  });

  it('that does not fit is told so, with the reasons, and may be repaired', async () => {
    const { outcome, records } = await rehearse({
      script: said('Three.', '{"sum":"3","x":1}', '{"sum":3}'),
      settings,
    });
    expect(outcome.stop_reason).toBe('completed');
    const rejected = recordsOf(records, 'output.rejected');
    expect(rejected).toMatchObject([
      { call: 1, will_repair: true, reasons: ['the answer is not JSON'] },
      { call: 2, will_repair: true },
    ]);
    expect(rejected[1]?.reasons.join()).toMatch(/\/sum must be integer/);
    expect(rejected[1]?.reasons.join()).toMatch(/additional properties \(x\)/);
    expect(recordsOf(records, 'model.requested')[2]?.messages).toEqual([
      { role: 'assistant', from: [5 + 1] },
      { role: 'user', from: [5 + 2] },
    ]);
  });

  it('is given up after two repairs', async () => {
    const { outcome, records } = await rehearse({ script: said('a', 'b', 'c'), settings });
    expect(outcome.stop_reason).toBe('output_invalid');
    expect(recordsOf(records, 'output.rejected').map(({ will_repair }) => will_repair)).toEqual([
      true,
      true,
      false,
    ]);
    expect(outcome.turns[0]).toMatchObject({ output: 'c', model_calls: 3 });
    expect(outcome.turns[0]).not.toHaveProperty('structured_output');
  });

  it('can be null, and a schema that cannot be evaluated accepts nothing', async () => {
    const nothing = await rehearse({
      script: said('null'),
      settings: { structured_output: { type: 'null' } },
    });
    expect(nothing.outcome.turns[0]?.structured_output).toBeNull();
    const broken = await rehearse({
      script: said('"a"', '"a"', '"a"'),
      settings: { structured_output: { type: 'string', pattern: '(' } },
    });
    expect(broken.outcome.stop_reason).toBe('output_invalid');
    const noSchema = await rehearse({ script: said('1', '1', '1'), settings: { structured_output: 7 } });
    expect(noSchema.outcome.stop_reason).toBe('output_invalid');
  });
});

describe('replies left over', () => {
  it('make the run fail before its last turn is closed, so that log and outcome agree', async () => {
    const { outcome, types, records } = await rehearse({ script: said('a', 'b', 'c'), prompts: ['1', '2'] });
    expect(types.slice(-4)).toEqual(['model.responded', 'model.failed', 'turn.closed', 'run.closed']);
    expect(outcome).toMatchObject({ stop_reason: 'model_error', totals: { model_calls: 2 } });
    expect(outcome.failure?.message).toBe('The script expected 3 model calls, got 2: 1 reply left over.');
    expect(recordsOf(records, 'model.failed')).toMatchObject([{ failure: 'script', will_retry: false }]);
  });

  it('are not looked for in a run that stopped for another reason', async () => {
    const { outcome } = await rehearse({ script: 'replies: [{ refuse: No. }, { say: b }]' });
    expect(outcome).toMatchObject({ stop_reason: 'content_filter', failure: undefined });
  });
});
