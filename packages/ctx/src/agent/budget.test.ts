import { describe, expect, it } from 'vitest';
import { Failure } from '../protocol/failure.js';
import type { Model, ModelRequest } from './ports.js';
import { echoTool, memoryLog, recordsOf, rehearse, scriptOf } from './rehearsal.fixture.js';

const used = (input_tokens: number, output_tokens: number) =>
  `{ say: ok, usage: { input_tokens: ${input_tokens}, output_tokens: ${output_tokens} } }`;
const asks = (tool: string, times = 1) =>
  `{ call: [${Array.from({ length: times }, () => `{ tool: ${tool}, input: { say: x } }`).join(', ')}] }`;

describe('a budget', () => {
  it('of turns stops before the turn is opened', async () => {
    const { outcome, types } = await rehearse({
      script: 'replies: [{ say: a }, { say: b }]',
      prompts: ['1', '2'],
      budget: { max_turns: 1 },
    });
    expect(outcome.stop_reason).toBe('max_turns_reached');
    expect(outcome.turns).toHaveLength(1);
    expect(types.filter((type) => type === 'turn.opened')).toHaveLength(1);
  });

  it('of model calls stops a turn that would make one more', async () => {
    const { outcome } = await rehearse({
      script: `replies: [${asks('echo')}, ${asks('echo')}, { say: never }]`,
      tools: [echoTool('echo')],
      budget: { max_model_calls_per_turn: 2 },
    });
    expect(outcome.stop_reason).toBe('max_iterations_reached');
    expect(outcome.turns[0]).toMatchObject({ model_calls: 2, tool_calls: 2 });
  });

  it('of tool calls stops before the call that is one too many, also in the middle of an answer', async () => {
    const { outcome, records } = await rehearse({
      script: `replies: [${asks('echo', 5)}]`,
      tools: [echoTool('echo')],
      budget: { max_tool_calls: 3 },
    });
    expect(outcome.stop_reason).toBe('max_budget_reached');
    expect(recordsOf(records, 'tool.requested')).toHaveLength(3);
    expect(recordsOf(records, 'turn.interrupted')).toMatchObject([
      { cause: 'budget', cancel_observed: false },
    ]);
  });

  it('of tokens stops before a call whose input alone does not fit', async () => {
    const { outcome, types } = await rehearse({
      script: `replies: [${used(1, 1)}]`,
      prompts: ['x'.repeat(400)],
      budget: { max_tokens: 100 },
    });
    expect(outcome.stop_reason).toBe('max_budget_reached');
    expect(types).not.toContain('model.requested');
  });

  it('of tokens caps the output to what it leaves', async () => {
    expect(await outputCap({ max_tokens: 150 }, {}, 'x'.repeat(400))).toBe(50);
    expect(await outputCap({ max_tokens: 150 }, { max_output_tokens: 20 }, 'x'.repeat(400))).toBe(20);
    expect(await outputCap({}, {}, 'x')).toBeUndefined();
  });

  it('of tokens leaves less with every call', async () => {
    const prompts = ['x'.repeat(40), 'x'.repeat(40)];
    const caps = await outputCaps(`replies: [${used(60, 20)}, ${used(10, 5)}]`, { max_tokens: 150 }, prompts);
    expect(caps).toEqual([140, 150 - 80 - 21]);
  });

  it('of money caps the output to what it leaves, and stops where nothing is left', async () => {
    const price = 'price: { input_usd_per_mtok: 1, output_usd_per_mtok: 10 }';
    expect(await outputCap({ max_microusd: 600 }, {}, 'x'.repeat(400), price)).toBe(50);
    expect(await outputCap({ max_microusd: 100 }, {}, 'x'.repeat(400), price)).toBe('max_budget_reached');
    const free = 'price: { input_usd_per_mtok: 1, output_usd_per_mtok: 0 }';
    expect(await outputCap({ max_microusd: 100 }, {}, 'x'.repeat(400), free)).toBeUndefined();
    expect(await outputCap({ max_microusd: 99 }, {}, 'x'.repeat(400), free)).toBe('max_budget_reached');
  });

  it.each([
    ['tokens', { max_tokens: 100 }],
    ['money', { max_microusd: 100 }],
  ])(
    'of %s that the real usage went over stops the run, although the answer was there',
    async (_, budget) => {
      const price = 'price: { input_usd_per_mtok: 1, output_usd_per_mtok: 1 }';
      const over = await rehearse({ script: `${price}\nreplies: [${used(90, 11)}]`, budget });
      expect(over.outcome.stop_reason).toBe('max_budget_reached');
      expect(over.outcome.turns[0]).toMatchObject({
        output: 'ok',
        usage: { input_tokens: 90, output_tokens: 11 },
      });
      const exact = await rehearse({ script: `${price}\nreplies: [${used(90, 10)}]`, budget });
      expect(exact.outcome.stop_reason).toBe('completed');
    },
  );

  it('is cumulative over the runs that continue one another', async () => {
    const budget = { max_turns: 2, max_tokens: 1000 };
    const first = await rehearse({ script: `replies: [${used(500, 300)}]`, budget });
    const { log } = first;
    const second = await rehearse({
      script: `replies: [${used(100, 101)}]`,
      budget,
      log,
      run_id: 'r2',
      continues: 'r1',
    });
    expect(second.outcome.stop_reason).toBe('max_budget_reached');
    expect(second.outcome.totals).toMatchObject({ turns: 1, input_tokens: 100 });
    const third = await rehearse({ script: 'replies: []', budget, log, run_id: 'r3', continues: 'r2' });
    expect(third.outcome.stop_reason).toBe('max_turns_reached');
  });

  it('is cumulative over a resume', async () => {
    const script = `replies: [${used(500, 300)}, ${used(150, 51)}]`;
    const prompts = ['1', '2'];
    const whole = await rehearse({ script, prompts });
    const afterFirstTurn = whole.records.slice(0, whole.types.indexOf('turn.closed') + 1);
    const opened = recordsOf(afterFirstTurn, 'run.opened')[0];
    if (opened !== undefined) opened.settings.budget.max_tokens = 1000;
    const resumed = await rehearse({ script, prompts, log: memoryLog(afterFirstTurn) });
    expect(resumed.outcome.stop_reason).toBe('max_budget_reached');
    expect(resumed.outcome.turns).toHaveLength(2);
  });

  it('in money is refused before anything is written where the price is not known', async () => {
    const log = memoryLog();
    const failure = await rehearse({ script: 'replies: []', budget: { max_microusd: 1 }, log }).catch(
      (e) => e,
    );
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.code).toBe('price_unknown');
    expect(log.records).toEqual([]);
  });
});

/** What the model is told of how much it may say; or why it was never asked. */
async function outputCap(budget: object, settings: object, prompt: string, price = '') {
  const [cap] = await outputCaps(`${price}\nreplies: [{ say: ok }]`, budget, [prompt], settings);
  return cap;
}

async function outputCaps(script: string, budget: object, prompts: readonly string[], settings: object = {}) {
  const asked: ModelRequest[] = [];
  const inner = scriptOf(script);
  const model: Model = {
    ...inner,
    call: (request, options) => {
      asked.push(request);
      return inner.call(request, options);
    },
  };
  const { outcome } = await rehearse({ model, prompts, budget, settings });
  if (asked.length === 0) return [outcome.stop_reason];
  return asked.map(({ max_output_tokens }) => max_output_tokens);
}
