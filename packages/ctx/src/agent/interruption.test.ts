import { describe, expect, it } from 'vitest';
import { heldClock } from '../../test/held-clock.js';
import { genesis } from '../protocol/records.js';
import { grace } from './interruption.js';
import type { Tool } from './ports.js';
import { echoTool, memoryLog, recordsOf, rehearse } from './rehearsal.fixture.js';

/** Does it as soon as the log holds a record of that type and its work has begun, without looking at a clock. */
function logThatCalls(type: string, act: () => void) {
  const inner = memoryLog();
  const log: typeof inner = {
    ...inner,
    append(kind, body, redacted) {
      const record = inner.append(kind, body, redacted);
      if (kind === type) setImmediate(act);
      return record;
    },
  };
  return log;
}

function cancelledAfter(type: string, signal = 'SIGINT') {
  const cancel = new AbortController();
  return { log: logThatCalls(type, () => cancel.abort(signal)), cancel: cancel.signal };
}

/** A run whose time is over when the model was asked. */
function overtaken(script: string, atOnce: readonly number[] = []) {
  const max_wall_ms = 30;
  const { clock, set, ring } = heldClock({ now: () => 0, deterministic: true }, atOnce);
  const log = logThatCalls('model.requested', () => ring(max_wall_ms));
  return { set, run: rehearse({ script, budget: { max_wall_ms }, log, live: { clock } }) };
}

function workingTool(settles: 'on signal' | 'on kill' | 'never', seen: string[] = []): Tool {
  return {
    ...echoTool('work', false),
    run: (_, { signal, kill }) =>
      new Promise((resolve) => {
        const end = (by: string) => () => {
          seen.push(by);
          if (settles === `on ${by}`) resolve({ output: `half of it, ended by ${by}`, is_error: true });
        };
        signal.addEventListener('abort', end('signal'));
        kill.addEventListener('abort', end('kill'));
      }),
  };
}

const callsWork = 'replies: [{ call: [{ tool: work, input: { say: x } }] }, { say: never }]';

describe('a deadline', () => {
  it('stops a model that hangs, and says that it acknowledged', async () => {
    const { outcome, types, records } = await overtaken('replies: [{ hang: true }]').run;
    expect(types.slice(2)).toEqual(['model.requested', 'turn.interrupted', 'turn.closed', 'run.closed']);
    expect(outcome.stop_reason).toBe('timeout');
    expect(outcome.turns[0]).toMatchObject({ stop_reason: 'timeout', cancel_observed: true, model_calls: 1 });
    expect(recordsOf(records, 'turn.interrupted')[0]).toMatchObject({
      cause: 'timeout',
      cancel_observed: true,
    });
  });

  it('gives up a model that does not listen after the grace, and says that nobody acknowledged', async () => {
    const { run, set } = overtaken('replies: [{ hang: ignore_cancel }]', [grace]);
    const { outcome } = await run;
    expect(outcome.turns[0]).toMatchObject({ stop_reason: 'timeout', cancel_observed: false });
    expect(set).toEqual([30, 100]);
  });

  it('comes by itself on the clock of the machine', async () => {
    const budget = { max_wall_ms: 1 };
    const { outcome } = await rehearse({ script: 'replies: [{ hang: true }]', budget });
    expect(outcome).toMatchObject({ stop_reason: 'timeout', turns: [{ cancel_observed: true }] });
  });

  it('holds although every answer is there at once', async () => {
    const script = 'replies: [{ say: a }, { say: b }]';
    const { outcome } = await rehearse({ script, prompts: ['1', '2'], budget: { max_wall_ms: 0 } });
    expect(outcome.turns).toMatchObject([{ stop_reason: 'timeout', cancel_observed: true, model_calls: 0 }]);
  });

  it('begins anew with every resume, and with a run that continues another', async () => {
    const script = 'replies: [{ say: a }, { say: b }]';
    const prompts = ['1', '2'];
    const budget = { max_wall_ms: 60_000 };
    const quick = await rehearse({ script, prompts, budget });
    const slept = memoryLog(quick.records.slice(0, 5), { time: () => 86_400_000 });
    slept.append('session.resumed', { from_seq: 4, from_hash: genesis });
    expect((await rehearse({ script, prompts, log: slept })).outcome.stop_reason).toBe('completed');

    const slow = await rehearse({
      script,
      prompts,
      budget,
      log: memoryLog([], { time: (seq) => seq * 20_000 }),
    });
    const worked = memoryLog(slow.records.slice(0, 5), { time: () => 86_400_000 });
    worked.append('session.repaired', { after_seq: 4, bytes_cut: 1, cut_sha256: genesis });
    worked.append('session.resumed', { from_seq: 4, from_hash: genesis });
    expect((await rehearse({ script, prompts, log: worked })).outcome.stop_reason).toBe('completed');

    expect(slow.outcome.stop_reason).toBe('completed');
    const next = { script: 'replies: [{ say: c }]', budget, run_id: 'r2', log: slow.log };
    expect((await rehearse({ ...next, continues: 'r1' })).outcome.stop_reason).toBe('completed');
  });

  it('that is further away than a timer can reach is no deadline', async () => {
    const script = 'replies: [{ delay_ms: 5, say: a }]';
    const { outcome } = await rehearse({ script, budget: { max_wall_ms: 2 ** 40 } });
    expect(outcome.stop_reason).toBe('completed');
  });
});

describe('a cancellation', () => {
  it('reaches the model and names the signal', async () => {
    const { outcome, records } = await rehearse({
      script: 'replies: [{ delay_ms: 60000, say: late }]',
      ...cancelledAfter('model.requested', 'SIGTERM'),
    });
    expect(outcome.stop_reason).toBe('cancelled');
    const [interrupted] = recordsOf(records, 'turn.interrupted');
    expect(interrupted).toMatchObject({ cause: 'signal', signal: 'SIGTERM', cancel_observed: true });
  });

  it('reaches a tool, whose last words are in the log', async () => {
    const seen: string[] = [];
    const { outcome, records, types } = await rehearse({
      script: callsWork,
      tools: [workingTool('on signal', seen)],
      ...cancelledAfter('tool.requested'),
    });
    expect(seen).toEqual(['signal']);
    expect(outcome.turns[0]).toMatchObject({
      stop_reason: 'cancelled',
      cancel_observed: true,
      tool_calls: 1,
    });
    expect(recordsOf(records, 'tool.returned')[0]).toMatchObject({
      output: 'half of it, ended by signal',
      interrupted: true,
    });
    expect(types.slice(-4)).toEqual(['tool.returned', 'turn.interrupted', 'turn.closed', 'run.closed']);
  });

  it.each(['on kill', 'never'] as const)('kills a tool that settles %s, and gives it up', async (settles) => {
    const seen: string[] = [];
    const { outcome, records } = await rehearse({
      script: callsWork,
      tools: [workingTool(settles, seen)],
      ...cancelledAfter('tool.requested'),
    });
    expect(seen).toEqual(['signal', 'kill']);
    expect(outcome.turns[0]?.cancel_observed).toBe(false);
    expect(recordsOf(records, 'tool.returned')[0]).toMatchObject({ interrupted: true, is_error: true });
  });

  it('leaves the results of calls that had returned before it', async () => {
    const both = `replies:\n  - call: [{ tool: echo, input: { say: a } }, { tool: work, input: { say: b } }]`;
    const { records } = await rehearse({
      script: both,
      tools: [echoTool('echo'), { ...workingTool('on signal'), readOnly: true }],
      ...cancelledAfter('tool.requested'),
    });
    const returned = recordsOf(records, 'tool.returned').map(({ tool, interrupted }) => [tool, interrupted]);
    expect(returned).toEqual([
      ['echo', undefined],
      ['work', true],
    ]);
  });

  it('between two calls is observed by the loop itself, and nothing more is asked', async () => {
    const { outcome, types } = await rehearse({
      script: 'replies: [{ say: a }]',
      cancel: AbortSignal.abort(),
    });
    expect(outcome.turns[0]).toMatchObject({ stop_reason: 'cancelled', cancel_observed: true });
    expect(types).not.toContain('model.requested');
  });

  it('before a tool is dispatched keeps it from running', async () => {
    const cancel = new AbortController();
    const log = memoryLog();
    const { outcome, types } = await rehearse({
      script: callsWork,
      tools: [workingTool('never')],
      cancel: cancel.signal,
      log: {
        ...log,
        append(type, body, redacted) {
          if (type === 'model.responded') cancel.abort();
          return log.append(type, body, redacted);
        },
      },
    });
    expect(types).not.toContain('tool.requested');
    expect(outcome.stop_reason).toBe('cancelled');
  });

  it('counts what a model has used although it was stopped', async () => {
    const { outcome } = await rehearse({
      model: {
        name: 'm',
        source: 'live',
        call: (_, { signal }) =>
          new Promise((resolve) => {
            const usage = { input_tokens: 7, output_tokens: 3 };
            const content = [{ type: 'text', text: 'half' } as const];
            signal.addEventListener('abort', () =>
              resolve({ kind: 'responded', content, finish: 'stop', usage }),
            );
          }),
      },
      ...cancelledAfter('model.requested'),
    });
    expect(outcome).toMatchObject({ stop_reason: 'cancelled', totals: { model_calls: 1, input_tokens: 7 } });
  });

  it('is acknowledged by a model that rejects because of it', async () => {
    const { outcome } = await rehearse({
      model: {
        name: 'm',
        source: 'live',
        call: (_, { signal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
      ...cancelledAfter('model.requested'),
    });
    expect(outcome.turns[0]).toMatchObject({ stop_reason: 'cancelled', cancel_observed: true });
  });
});

describe('a model that throws without being stopped', () => {
  it('is a mistake of its programmer, and the log stays fit for a resume', async () => {
    const log = memoryLog();
    const model = { name: 'm', source: 'live', call: () => Promise.reject(new Error('oops')) } as const;
    await expect(rehearse({ model, log })).rejects.toThrow('oops');
    const { outcome } = await rehearse({ script: 'replies: [{ say: a }]', log });
    expect(outcome.stop_reason).toBe('completed');
  });
});
