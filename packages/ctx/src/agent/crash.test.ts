import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../protocol/failure.js';
import { genesis, type RecordType, type SessionRecord } from '../protocol/records.js';
import { emptyConversation, tokensOf } from './conversation.js';
import type { Tool } from './ports.js';
import { echoTool, fold, memoryLog, recordsOf, rehearse } from './rehearsal.fixture.js';
import { requestDigest } from './request-digest.js';
import type { State } from './state.js';
import { poolOf } from './tools/pool.js';
import { wordsToModel } from './words-to-model.js';

const tools = [echoTool('look'), echoTool('change', false)];

/** One answer with three calls, and an answer after them. */
const threeCalls = `
replies:
  - say: Three things.
    call:
      - { tool: change, input: { say: a } }
      - { tool: change, input: { say: b } }
      - { tool: change, input: { say: c } }
  - say: Done.
`;

describe('a log that stops after any of its records', () => {
  it('is asked again where a request has no answer, with another number', async () => {
    const { records, outcome } = await resumedAfter('model.requested', 1);
    expect(recordsOf(records, 'model.requested').map(({ call }) => call)).toEqual([1, 2, 3]);
    expect(outcome.totals.model_calls).toBe(2);
  });

  it('closes a call that never returned, once, and goes on with the next one', async () => {
    const first = await resumedAfter('tool.requested', 2);
    const returned = recordsOf(first.records, 'tool.returned');
    expect(returned.map(({ call_id, interrupted }) => [call_id, interrupted])).toEqual([
      ['call-1', undefined],
      ['call-2', true],
      ['call-3', undefined],
    ]);
    expect(recordsOf(first.records, 'tool.requested').map(({ call_id }) => call_id)).toEqual([
      'call-1',
      'call-2',
      'call-3',
    ]);
    const cut = first.types.lastIndexOf('tool.requested');
    const again = await rehearse({ script: threeCalls, tools, log: memoryLog(first.records.slice(0, cut)) });
    expect(recordsOf(again.records, 'tool.returned').filter(({ interrupted }) => interrupted)).toHaveLength(
      1,
    );
  });

  it('closes every one of the calls that ran side by side and did not return', async () => {
    const script = threeCalls.replaceAll('change', 'look');
    const { records, types } = await rehearse({ script, tools });
    const log = memoryLog(records.slice(0, types.indexOf('tool.returned') + 1));
    const resumed = await rehearse({ script, tools, log });
    const returned = recordsOf(resumed.records, 'tool.returned');
    expect(returned.map(({ interrupted }) => interrupted)).toEqual([undefined, true, true]);
    expect(recordsOf(resumed.records, 'tool.requested')).toHaveLength(3);
    expect(resumed.outcome.stop_reason).toBe('completed');
  });

  it('closes the turn and the run where only that was missing', async () => {
    const { types } = await resumedAfter('model.responded', 2);
    expect(types.slice(-3)).toEqual(['model.responded', 'turn.closed', 'run.closed']);
    expect(
      (await resumedAfter('turn.closed', 1)).types.filter((type) => type === 'turn.closed'),
    ).toHaveLength(1);
  });

  it('closes a turn that was interrupted with the reason that it has', async () => {
    const { records, types } = await rehearse({
      script: 'replies: [{ hang: true }]',
      budget: { max_wall_ms: 5 },
    });
    const log = memoryLog(records.slice(0, types.indexOf('turn.interrupted') + 1));
    const { outcome } = await rehearse({ script: 'replies: [{ hang: true }]', log });
    expect(outcome.turns[0]).toMatchObject({ stop_reason: 'timeout', cancel_observed: true });
  });

  it('changes nothing where the run is closed', async () => {
    const { log, outcome } = await resumedAfter('run.closed', 1);
    expect(log.syncs).toEqual([]);
    expect(outcome.stop_reason).toBe('completed');
  });

  it('gives, for any script and any cut, the conversation and the totals of a run without the cut', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.nat(), async ({ script, prompts, settings, budget }, at) => {
        const input = { script, prompts, tools: steadyTools, settings, budget };
        const whole = await rehearse(input);
        const cut = 1 + (at % whole.records.length);
        const open = callsOpenAfter(whole.records.slice(0, cut));
        // What an interrupted call is told as may weigh more than its result did, and so not fit where that did.
        fc.pre(open.length === 0 || !('context_tokens' in budget));
        const resumed = await rehearse({ ...input, log: memoryLog(whole.records.slice(0, cut)) });
        const closed = recordsOf(resumed.records, 'tool.returned').filter(({ interrupted }) => interrupted);
        expect(closed.map(({ call_id }) => call_id)).toEqual(open);
        expect(weighed(fold(resumed.records))).toEqual(weighed(resumed.state));
        if (namesRecords(whole.records)) return;
        expect(resumed.outcome.totals).toEqual(whole.outcome.totals);
        expect(resumed.outcome.turns).toEqual(whole.outcome.turns);
        expect(conversation(resumed.records, open)).toEqual(conversation(whole.records, open));
      }),
      { numRuns: 150 },
    );
  });

  it.each([2, 3, 5])('comes to its end although it is killed after every %i appends', async (each) => {
    let records: SessionRecord[] = [];
    for (let lives = 1; lives < 50; lives++) {
      const log = memoryLog(records, { dieAt: lives * each });
      const ended = await rehearse({ script: threeCalls, tools, log }).catch(() => undefined);
      records = log.records;
      if (ended === undefined) continue;
      const totals = { model_calls: 2, tool_calls: 3 };
      expect(ended.outcome).toMatchObject({ stop_reason: 'completed', totals });
      return;
    }
    expect.unreachable();
  });
});

describe('a resumed run', () => {
  it('holds the tightened settings from then on, in its tools and in its digests', async () => {
    const script = threeCalls;
    const whole = await rehearse({ script, tools });
    const log = memoryLog(whole.records.slice(0, 4));
    const settings = structuredClone(recordsOf(log.records, 'run.opened')[0]?.settings);
    settings?.policy.deny.push('change');
    log.append('session.resumed', { from_seq: 3, from_hash: genesis, ...(settings && { settings }) });
    const { records, outcome } = await rehearse({ script, tools, log });
    expect(recordsOf(records, 'tool.denied')).toHaveLength(3);
    expect(outcome.totals.tool_calls).toBe(0);
    const left = poolOf(tools, { allow: [], deny: ['change'], on_deny: 'tell' }).entries;
    const messages = fold(records).run?.conversation.messages.slice(0, -1) ?? [];
    const digest = settings && requestDigest({ ...emptyConversation(), messages }, settings, left);
    expect(recordsOf(records, 'model.requested').at(-1)?.request_digest).toBe(digest);
  });

  it('has the digests of a run that was never interrupted, where nothing changed', async () => {
    const look = threeCalls.replaceAll('change', 'look');
    const whole = await rehearse({ script: look, tools });
    const log = memoryLog(whole.records.slice(0, whole.types.lastIndexOf('model.requested')));
    log.append('session.resumed', { from_seq: 9, from_hash: genesis });
    const resumed = await rehearse({ script: look, tools, log });
    const digests = (all: readonly SessionRecord[]) =>
      recordsOf(all, 'model.requested').map(({ request_digest }) => request_digest);
    expect(digests(resumed.records)).toEqual(digests(whole.records));
  });

  it('does not get tools that came later', async () => {
    const whole = await rehearse({ script: threeCalls, tools });
    const late: Tool = echoTool('late');
    const log = memoryLog(whole.records.slice(0, 2));
    const script = 'replies: [{ call: [{ tool: late, input: { say: x } }] }, { say: Done. }]';
    const { records } = await rehearse({ script, tools: [...tools, late], log });
    expect(recordsOf(records, 'tool.denied')[0]).toMatchObject({ reason: 'this run has no such tool' });
  });
});

describe('records that cannot have happened in this order', () => {
  it.each<[string, (records: SessionRecord[]) => SessionRecord[]]>([
    ['a turn in no run', (records) => records.slice(1)],
    ['a second run in an open one', (records) => [...records.slice(0, 2), ...records.slice(0, 1)]],
    ['a second turn in an open one', (records) => [...records.slice(0, 2), ...records.slice(1, 2)]],
    ['an answer in no turn', (records) => [...records.slice(0, 1), ...records.slice(3, 4)]],
    ['a result that nobody asked for', (records) => [...records.slice(0, 3), ...records.slice(5, 6)]],
    ['the end of a run with a turn open', (records) => [...records.slice(0, 3), ...records.slice(-1)]],
  ])('are refused: %s', async (_, disorder) => {
    const { records } = await rehearse({ script: threeCalls, tools });
    expect(codeOf(() => fold(disorder(records)))).toBe('records_incoherent');
  });

  it('are refused: a run that continues another than the last', async () => {
    const { records } = await rehearse({ script: threeCalls, tools });
    const log = memoryLog(records);
    const again = rehearse({ script: threeCalls, tools, log, run_id: 'r2', continues: 'r0' });
    await expect(again).rejects.toMatchObject({ code: 'records_incoherent' });
  });
});

async function resumedAfter(type: RecordType, nth: number) {
  const whole = await rehearse({ script: threeCalls, tools });
  const places = whole.types.flatMap((found, index) => (found === type ? [index] : []));
  const log = memoryLog(whole.records.slice(0, (places[nth - 1] ?? 0) + 1));
  if (type === 'run.closed') return { ...whole, log, outcome: whole.outcome };
  return rehearse({ script: threeCalls, tools, log });
}

function codeOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
}

function callsOpenAfter(records: readonly SessionRecord[]): string[] {
  const returned = new Set(recordsOf(records, 'tool.returned').map(({ call_id }) => call_id));
  return recordsOf(records, 'tool.requested')
    .map(({ call_id }) => call_id)
    .filter((id) => !returned.has(id));
}

/** A cleared output names its record, whose number a resumed log writes with more digits, and so with more tokens. */
function namesRecords(records: readonly SessionRecord[]): boolean {
  return recordsOf(records, 'context.compacted').some(({ outputs_cleared }) => outputs_cleared.length > 0);
}

/** What a next request would hold; of a call that the cut interrupted, all but what it returned. */
/** The conversation with the weight of all its messages, which a fold leaves to those who ask. */
function weighed({ run }: State) {
  if (run !== undefined) tokensOf(run.conversation);
  return run?.conversation;
}

function conversation(records: readonly SessionRecord[], interrupted: readonly string[]) {
  return fold(records).run?.conversation.messages.map((message) =>
    message.role === 'tool'
      ? message.results.filter(({ call_id }) => !interrupted.includes(call_id))
      : message,
  );
}

/** What they return is as long as what stands for an interrupted call: estimates, and so budgets, are then the same. */
const steadyTools = tools.map(
  (tool): Tool => ({
    ...tool,
    run: async () => ({ output: wordsToModel.interrupted().toUpperCase(), is_error: false }),
  }),
);

const call = fc.record({
  tool: fc.constantFrom('look', 'look', 'change', 'missing'),
  input: fc.constantFrom({ say: 'x' }, { say: 'y'.repeat(300) }),
});
const usage = fc.record({ input_tokens: fc.nat(60), output_tokens: fc.nat(30) });
const reply = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ say: fc.constantFrom('Fine.', '{"ok":true}', 'z'.repeat(200)), usage }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ call: fc.array(call, { minLength: 1, maxLength: 4 }), usage }),
  },
  { weight: 1, arbitrary: fc.record({ fault: fc.constant({ status: 529 }) }) },
  { weight: 1, arbitrary: fc.record({ say: fc.constant('half of it'), fault: fc.constant('cut_off') }) },
  { weight: 1, arbitrary: fc.record({ refuse: fc.constant('No.') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      fault: fc.constant('malformed_call'),
      call: fc.constant([{ tool: 'look', input_text: '{' }]),
    }),
  },
);
const scripts = fc.record({
  script: fc.array(reply, { maxLength: 8 }).map((replies) => `replies: ${JSON.stringify(replies)}`),
  prompts: fc.array(fc.constantFrom('One.', 'Two.', 'w'.repeat(400)), { minLength: 1, maxLength: 4 }),
  settings: fc.constantFrom({}, { structured_output: { type: 'object' } }),
  budget: fc.constantFrom(
    {},
    {},
    { context_tokens: 200 },
    { max_tool_calls: 3 },
    { max_tokens: 400 },
    { max_turns: 2 },
  ),
});
