import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonical } from '../protocol/json.js';
import type { Message, Model, ModelRequest } from './ports.js';
import { echoTool, memoryLog, recordsOf, rehearse, scriptOf } from './rehearsal.fixture.js';

const twoCalls = `
replies:
  - say: I'll look first.
    call: [{ tool: echo, input: { say: one } }]
    usage: { input_tokens: 120, output_tokens: 30 }
  - say: Done.
    usage: { input_tokens: 200, output_tokens: 5 }
`;

describe('a run', () => {
  it('writes each step before the next one begins, and syncs every closed turn and the end', async () => {
    const { types, log } = await rehearse({ script: twoCalls, tools: [echoTool('echo')] });
    expect(types).toEqual([
      'run.opened',
      'turn.opened',
      'model.requested',
      'model.responded',
      'tool.requested',
      'tool.returned',
      'model.requested',
      'model.responded',
      'turn.closed',
      'run.closed',
    ]);
    expect(log.syncs).toEqual([9, 10]);
  });

  it('ends with the result of each turn and the totals of all', async () => {
    const route = (prompt: string) => ({ commands: [prompt, 'b', 'c'], tools: ['echo'] });
    const { outcome } = await rehearse({
      script: `price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 }\n${twoCalls}`,
      tools: [echoTool('echo')],
      settings: { match_limit: 2 },
      live: { route },
    });
    const usage = { input_tokens: 320, output_tokens: 35, cost_microusd: 810 + 675 };
    expect(outcome).toEqual({
      run_id: 'r1',
      stop_reason: 'completed',
      failure: undefined,
      totals: { turns: 1, model_calls: 2, tool_calls: 1, ...usage },
      withoutTexts: 0,
      turns: [
        {
          turn: 1,
          prompt: 'Go.',
          output: 'Done.',
          stop_reason: 'completed',
          cancel_observed: false,
          matched_commands: ['Go.', 'b'],
          matched_tools: ['echo'],
          permission_denials: [],
          usage,
          model_calls: 2,
          tool_calls: 1,
          compaction_occurred: false,
          turns_dropped: 0,
        },
      ],
    });
  });

  it('sends its prompts verbatim, each once, in order, and nothing of its own', async () => {
    const { asked, model } = watched('replies: [{ say: a }, { say: b }, { say: c }]');
    await rehearse({ model, prompts: ['  first\n', 'second', 'second'] });
    expect(asked.at(-1)).toEqual([
      { role: 'user', text: '  first\n' },
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
      { role: 'user', text: 'second' },
      { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
      { role: 'user', text: 'second' },
    ]);
  });

  it('names the records that the new messages of a request came from, and how many it keeps', async () => {
    const { records } = await rehearse({
      script: `${twoCalls}  - say: And done.\n`,
      prompts: ['Go.', 'Again.'],
      tools: [echoTool('echo')],
    });
    const asked = recordsOf(records, 'model.requested').map(({ call, kept, messages }) => ({
      call,
      kept,
      messages,
    }));
    expect(asked).toEqual([
      { call: 1, kept: 0, messages: [{ role: 'user', from: [1] }] },
      {
        call: 2,
        kept: 1,
        messages: [
          { role: 'assistant', from: [3] },
          { role: 'tool', from: [5] },
        ],
      },
      {
        call: 3,
        kept: 3,
        messages: [
          { role: 'assistant', from: [7] },
          { role: 'user', from: [9] },
        ],
      },
    ]);
  });

  it('digests a request as a chain over its messages, from the model, its settings and its tools', async () => {
    const { asked, model } = watched(twoCalls);
    const settings = { system: 'Be brief.', temperature: 0.5 };
    const { records } = await rehearse({ model, tools: [echoTool('echo')], settings });
    const [opened] = recordsOf(records, 'run.opened');
    const seen = canonical({ model: 'script:test.script.yaml', settings, pool: opened?.pool });
    const start = createHash('sha256').update(seen).digest();
    for (const [index, request] of recordsOf(records, 'model.requested').entries()) {
      const whole = (asked[index] ?? []).reduce(
        (digest, message) => createHash('sha256').update(digest).update(canonical(message)).digest(),
        start,
      );
      expect(request.request_digest).toBe(`sha256:${whole.toString('hex')}`);
    }
    expect(opened?.pool).toEqual([
      {
        name: 'echo',
        schema_digest: `sha256:${createHash('sha256')
          .update(canonical(echoTool('echo').input))
          .digest('hex')}`,
      },
    ]);
  });

  it('says in its manifest where everything came from', async () => {
    const script = 'replies: [{ say: a }]';
    const { records } = await rehearse({ script });
    expect(recordsOf(records, 'run.opened')[0]?.capture).toEqual({
      model: 'scripted',
      tools: 'live',
      clock: 'deterministic',
      ids: 'deterministic',
    });
    const live = await rehearse({ script, live: { clock: { now: Date.now, deterministic: false } } });
    expect(recordsOf(live.records, 'run.opened')[0]?.capture).toMatchObject({ clock: 'live', ids: 'live' });
  });

  it('streams what the model says with the number of its call', async () => {
    const { events } = await rehearse({ script: twoCalls, tools: [echoTool('echo')] });
    const said = (call: number) => events.filter((event) => event.call === call).map(({ text }) => text);
    expect(said(1).join('')).toBe("I'll look first.");
    expect(said(1).length).toBeGreaterThan(1);
    expect(said(2).join('')).toBe('Done.');
  });

  it('keeps in the conversation what the log holds, not what was said', async () => {
    const { asked, model } = watched('replies: [{ say: my secret }, { say: ok }]');
    await rehearse({ model, prompts: ['a secret', 'b'] });
    expect(JSON.stringify(asked.at(-1))).not.toContain('secret');
    expect(asked.at(-1)?.[0]).toEqual({ role: 'user', text: 'a [hidden]' });
  });

  it('writes answers that JSON cannot hold as far as it can, and never dies of them', async () => {
    const model: Model = {
      name: 'odd',
      source: 'live',
      call: async ({ messages }) => ({
        kind: 'responded',
        finish: 'stop',
        usage: { input_tokens: 1.5, output_tokens: Number.NaN },
        content:
          messages.length > 1
            ? [{ type: 'text', text: 'end \ud800' }]
            : [
                { type: 'reasoning', text: '\udc00' },
                { type: 'tool_call', call_id: 'a', tool: 'echo', input: { say: Infinity } },
                { type: 'malformed_call', call_id: 'b', tool: 'echo', input_text: '{\ud800' },
              ],
      }),
    };
    const { outcome, records } = await rehearse({ model, tools: [echoTool('echo')] });
    expect(outcome).toMatchObject({
      stop_reason: 'completed',
      totals: { input_tokens: 4, output_tokens: 0 },
    });
    expect(outcome.turns[0]?.output).toBe('end \ufffd');
    expect(recordsOf(records, 'tool.returned').map(({ is_error }) => is_error)).toEqual([true, true]);
  });
});

describe('a turn that did not complete', () => {
  const refused = 'replies: [{ say: a }, { refuse: No. }]';

  it('ends the run with its reason, and the prompts after it are not sent', async () => {
    const { outcome } = await rehearse({ script: refused, prompts: ['1', '2', '3'] });
    expect(outcome.stop_reason).toBe('content_filter');
    expect(outcome.turns.map((turn) => turn.stop_reason)).toEqual(['completed', 'content_filter']);
    expect(outcome.turns[1]?.output).toBe('No.');
  });

  it('leaves the conversation as it was before it, for the run that continues', async () => {
    const first = await rehearse({ script: refused, prompts: ['1', '2'] });
    const { asked, model } = watched('replies: [{ say: c }]');
    const second = await rehearse({ model, prompts: ['3'], log: first.log, run_id: 'r2', continues: 'r1' });
    expect(asked).toEqual([
      [
        { role: 'user', text: '1' },
        { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
        { role: 'user', text: '3' },
      ],
    ]);
    expect(second.outcome.totals.turns).toBe(1);
    const request = recordsOf(second.records, 'model.requested').at(-1);
    expect(request).toMatchObject({ call: 1, kept: 1, messages: [{ from: [3] }, { role: 'user' }] });
  });

  it('is one that was cut off by its length, too', async () => {
    const script = 'replies: [{ say: too lo, finish: length, call: [{ tool: echo }] }]';
    const { outcome, types } = await rehearse({ script, tools: [echoTool('echo')] });
    expect(outcome.stop_reason).toBe('length');
    expect(types).not.toContain('tool.requested');
  });
});

describe('a run that does not continue another', () => {
  it('starts with an empty conversation', async () => {
    const first = await rehearse({ script: 'replies: [{ say: a }]' });
    const { asked, model } = watched('replies: [{ say: b }]');
    await rehearse({ model, log: first.log, run_id: 'r2' });
    expect(asked).toEqual([[{ role: 'user', text: 'Go.' }]]);
  });

  it('cannot be mistaken for one that is open', async () => {
    const { records } = await rehearse({ script: 'replies: [{ say: a }]' });
    const log = memoryLog(records.slice(0, 3));
    await expect(rehearse({ script: 'replies: [{ say: a }]', log, run_id: 'other' })).rejects.toThrow(
      'is open',
    );
  });
});

/** A scripted model that keeps a copy of all that it is asked. */
function watched(script: string) {
  const asked: Message[][] = [];
  const inner = scriptOf(script);
  const model: Model = {
    ...inner,
    call: (request: ModelRequest, options) => {
      asked.push(structuredClone([...request.messages]));
      return inner.call(request, options);
    },
  };
  return { asked, model };
}
