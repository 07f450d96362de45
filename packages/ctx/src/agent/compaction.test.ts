import { describe, expect, it } from 'vitest';
import { emptyConversation } from './conversation.js';
import type { Message, Model } from './ports.js';
import { echoTool, memoryLog, recordsOf, rehearse, scriptOf } from './rehearsal.fixture.js';
import { requestDigest } from './request-digest.js';

const long = 'x'.repeat(400);
const prompts = (count: number) => Array.from({ length: count }, (_, index) => `${index} ${long}`);
const says = (count: number) => `replies: ${JSON.stringify(prompts(count).map((text) => ({ say: text })))}`;

describe('a context that is full', () => {
  it('loses whole turns, the oldest first, and says so in a record and in the result', async () => {
    const { asked, model } = watched(says(4));
    const { outcome, records } = await rehearse({
      model,
      prompts: prompts(4),
      budget: { context_tokens: 600 },
    });
    expect(
      outcome.turns.map(({ compaction_occurred, turns_dropped }) => [compaction_occurred, turns_dropped]),
    ).toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
      [true, 2],
    ]);
    expect(recordsOf(records, 'context.compacted')).toMatchObject([
      { messages_dropped: 4, turns_dropped: 2, outputs_cleared: [], tokens_before: 707, tokens_after: 303 },
    ]);
    expect(
      asked.at(-1)?.map((message) => (message.role === 'user' ? message.text[0] : message.role)),
    ).toEqual(['2', 'assistant', '3']);
    const request = recordsOf(records, 'model.requested').at(-1);
    expect(request).toMatchObject({ kept: 1, messages: [{}, {}] });
    const fresh = { ...emptyConversation(), messages: asked.at(-1) ?? [] };
    const [opened] = recordsOf(records, 'run.opened');
    expect(request?.request_digest).toBe(opened && requestDigest(fresh, opened.settings, opened.pool));
  });

  it('does not defeat the limit of turns', async () => {
    const { outcome } = await rehearse({
      script: says(6),
      prompts: prompts(6),
      budget: { context_tokens: 400, max_turns: 5 },
    });
    expect(outcome.stop_reason).toBe('max_turns_reached');
    expect(outcome.turns).toHaveLength(5);
  });

  it('loses old outputs of the turn itself where no other turn is left, and never the newest ones', async () => {
    const call = { call: [{ tool: 'big', input: { say: 'x' } }] };
    const script = `replies: ${JSON.stringify([call, call, call, { say: 'Done.' }])}`;
    const { asked, model } = watched(script);
    const tool = { ...echoTool('big'), run: async () => ({ output: long, is_error: false }) };
    const { outcome, records, state } = await rehearse({
      model,
      tools: [tool],
      budget: { context_tokens: 300 },
    });
    expect(outcome.turns[0]).toMatchObject({
      stop_reason: 'completed',
      compaction_occurred: true,
      turns_dropped: 0,
    });
    const cleared = recordsOf(records, 'tool.returned').map(({ seq }) => ({
      from: seq,
      replacement: `[Cleared to make room. The output is record ${seq} of the session's log.]`,
    }));
    expect(recordsOf(records, 'context.compacted')).toMatchObject([
      { messages_dropped: 0, outputs_cleared: cleared.slice(0, 2) },
    ]);
    expect(outputs(asked[2])).toEqual([long, long]);
    expect(outputs(asked[3])).toEqual([cleared[0]?.replacement, cleared[1]?.replacement, long]);
    for (const messages of asked) expectWholePairs(messages);
    expectWholePairs(state.run?.conversation.messages);
  });

  it('stops the turn where even that is not enough', async () => {
    const { outcome, types } = await rehearse({
      script: 'replies: [{ say: never }]',
      prompts: [long],
      budget: { context_tokens: 50 },
    });
    expect(outcome.stop_reason).toBe('max_budget_reached');
    expect(types).not.toContain('model.requested');
  });

  it("is measured by the model's own window, which has to take the answer as well", async () => {
    const script = `context_tokens: 600\n${says(3)}`;
    const enough = await rehearse({ script, prompts: prompts(3) });
    expect(enough.types).not.toContain('context.compacted');
    const tight = await rehearse({ script, prompts: prompts(3), settings: { max_output_tokens: 200 } });
    expect(tight.types).toContain('context.compacted');
  });

  it('comes back whole where the turn that dropped it does not complete', async () => {
    const budget = { context_tokens: 600 };
    const replies = [...prompts(3).map((say) => ({ say })), { refuse: 'No.' }];
    const log = memoryLog();
    const script = `replies: ${JSON.stringify(replies)}`;
    const { outcome, state } = await rehearse({ script, prompts: prompts(4), budget, log });
    expect(outcome).toMatchObject({ stop_reason: 'content_filter' });
    expect(outcome.turns[3]).toMatchObject({ turns_dropped: 2 });
    expect(state.run?.conversation.messages).toHaveLength(6);
    const next = await rehearse({ script: says(1), log, run_id: 'r2', continues: 'r1' });
    expect(next.state.run?.conversation.messages).toHaveLength(8);
  });
});

function outputs(messages: readonly Message[] | undefined) {
  return messages?.flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ output }) => output) : [],
  );
}

function expectWholePairs(messages: readonly Message[] = []): void {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((part) => ('call_id' in part ? [part.call_id] : []))
      : [],
  );
  const results = messages.flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ call_id }) => call_id) : [],
  );
  expect(results).toEqual(calls);
}

function watched(script: string) {
  const asked: Message[][] = [];
  const inner = scriptOf(script);
  const model: Model = {
    ...inner,
    call: (request, options) => {
      asked.push([...request.messages]);
      return inner.call(request, options);
    },
  };
  return { asked, model };
}
