import { describe, expect, it } from 'vitest';
import type { Tool } from './ports.js';
import { echoTool, recordsOf, rehearse } from './rehearsal.fixture.js';

const calls = (...items: object[]) => `replies: ${JSON.stringify([{ call: items }, { say: 'Done.' }])}`;

describe('a tool call', () => {
  it('that the policy denies is not run, is in the log with its rule, and is told to the model', async () => {
    const { outcome, records, types } = await rehearse({
      script: calls({ tool: 'echo', input: { say: 'rm it' } }),
      tools: [echoTool('echo')],
      policy: { deny: ['echo(rm *)'] },
    });
    expect(types).not.toContain('tool.requested');
    expect(recordsOf(records, 'tool.denied')).toMatchObject([
      { tool: 'echo', input: { say: 'rm it' }, rule: 'echo(rm *)', reason: 'the rule echo(rm *) denies it' },
    ]);
    expect(outcome).toMatchObject({ stop_reason: 'completed', totals: { tool_calls: 0 } });
    expect(outcome.turns[0]?.permission_denials).toEqual([
      { tool_name: 'echo', reason: 'the rule echo(rm *) denies it' },
    ]);
  });

  it.each([
    ['a tool that does not exist', 'nothing', 'pool', 'this run has no such tool'],
    ['a tool that the policy took out', 'echo', 'ec*', 'the rule ec* denies it'],
  ])('of %s is denied before dispatch', async (_, tool, rule, reason) => {
    const { records, state } = await rehearse({
      script: calls({ tool, input: { say: 'x' } }),
      tools: [echoTool('echo')],
      policy: { deny: ['ec*'] },
    });
    expect(recordsOf(records, 'run.opened')[0]?.pool).toEqual([]);
    expect(recordsOf(records, 'tool.denied')[0]).toMatchObject({ tool, rule, reason });
    expect(state.run?.conversation.messages[2]).toMatchObject({
      role: 'tool',
      results: [{ is_error: true, output: `The call of ${tool} was denied: ${reason}. It was not run.` }],
    });
  });

  it('that is denied ends the run where the policy says stop', async () => {
    const { outcome, types } = await rehearse({
      script: calls({ tool: 'nothing' }, { tool: 'echo', input: { say: 'x' } }),
      tools: [echoTool('echo')],
      policy: { on_deny: 'stop' },
    });
    expect(outcome.stop_reason).toBe('tool_denied');
    expect(types).not.toContain('tool.requested');
  });

  it('whose input does not fit the schema is an error to the model, not a crash', async () => {
    const { outcome, records } = await rehearse({
      script: calls({ tool: 'echo', input: { say: 1 } }),
      tools: [echoTool('echo')],
    });
    expect(outcome.stop_reason).toBe('completed');
    expect(recordsOf(records, 'tool.returned')[0]).toMatchObject({
      is_error: true,
      output: 'The input does not fit echo, which was not run: /say must be string.',
    });
  });

  it('whose input is not JSON is an error to the model, and the log keeps what came', async () => {
    const { records, types } = await rehearse({
      script:
        'replies: [{ fault: malformed_call, call: [{ tool: echo, input_text: "{\\"say\\": " }] }, { say: Done. }]',
      tools: [echoTool('echo')],
    });
    expect(recordsOf(records, 'model.responded')[0]?.content).toEqual([
      { type: 'malformed_call', call_id: 'call-1', tool: 'echo', input_text: '{"say": ' },
    ]);
    expect(types).not.toContain('tool.requested');
    expect(recordsOf(records, 'tool.returned')[0]).toMatchObject({ call_id: 'call-1', is_error: true });
  });

  it('with an id that was used before is still answered, each in its place', async () => {
    const same = (say: string) => ({ tool: 'echo', id: 'x', input: { say } });
    const { state } = await rehearse({
      script: calls(same('a'), same('b')),
      tools: [echoTool('echo', false)],
    });
    expect(state.run?.conversation.messages[2]).toMatchObject({
      results: [{ output: 'echo: {"say":"a"}' }, { output: 'echo: {"say":"b"}' }],
    });
  });
});

describe('calls that only read', () => {
  it('run side by side, and are recorded in the order of the calls', async () => {
    const { running, tool } = meetingTool(3);
    const each = ['a', 'b', 'c'].map((say) => ({ tool: 'meet', input: { say } }));
    const { types, records } = await rehearse({ script: calls(...each), tools: [tool] });
    expect(running.most).toBe(3);
    expect(types.filter((type) => type.startsWith('tool.'))).toEqual([
      ...Array(3).fill('tool.requested'),
      ...Array(3).fill('tool.returned'),
    ]);
    expect(recordsOf(records, 'tool.returned').map(({ output }) => output)).toEqual(['a', 'b', 'c']);
  });

  it('do not run beside one that writes, nor past one that is denied or malformed', async () => {
    const say = { input: { say: 'x' } };
    const { types } = await rehearse({
      script: calls({ tool: 'r', ...say }, { tool: 'w', ...say }, { tool: 'r', ...say }, { tool: 'no' }),
      tools: [echoTool('r'), echoTool('w', false)],
    });
    expect(types.filter((type) => type.startsWith('tool.'))).toEqual([
      ...Array(3).fill(['tool.requested', 'tool.returned']).flat(),
      'tool.denied',
    ]);
  });

  it('by the thousand run a few at a time', async () => {
    const { running, tool } = meetingTool(1);
    const each = Array.from({ length: 1000 }, () => ({ tool: 'meet', input: { say: 'x' } }));
    const { outcome } = await rehearse({ script: calls(...each), tools: [tool] });
    expect(outcome.totals.tool_calls).toBe(1000);
    expect(running.most).toBeLessThanOrEqual(16);
  });
});

describe('an output', () => {
  it('is redacted first and truncated then, and the record counts both', async () => {
    const output = `${'a'.repeat(14_996)}secret${'b'.repeat(40_000)}`;
    const tool: Tool = { ...echoTool('echo'), run: async () => ({ output, is_error: false }) };
    const { records } = await rehearse({
      script: calls({ tool: 'echo', input: { say: 'x' } }),
      tools: [tool],
    });
    const [returned] = recordsOf(records, 'tool.returned');
    expect(returned?.redacted).toBe(1);
    expect(returned?.output).toContain('a[hid\n[… 25004 bytes left out …]\nb');
    expect(returned?.truncated).toEqual({ bytes_seen: 55_004, bytes_kept: 30_000 });
  });

  it('that the tool itself could not keep says how much there was', async () => {
    const run = async () => ({ output: 'head … tail', is_error: false, bytes_seen: 5_000_000 });
    const { records } = await rehearse({
      script: calls({ tool: 'echo', input: { say: 'x' } }),
      tools: [{ ...echoTool('echo'), run }],
    });
    expect(recordsOf(records, 'tool.returned')[0]?.truncated).toEqual({
      bytes_seen: 5_000_000,
      bytes_kept: 13,
    });
  });
});

/** Waits until `together` calls of it are under way, or for ever. */
function meetingTool(together: number) {
  const running = { now: 0, most: 0 };
  const waiting: (() => void)[] = [];
  const tool: Tool = {
    ...echoTool('meet'),
    run: async (input) => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      if (running.now < together) await new Promise<void>((resolve) => waiting.push(resolve));
      for (const go of waiting.splice(0)) go();
      running.now -= 1;
      const say = typeof input === 'object' && input !== null && 'say' in input ? input['say'] : '';
      return { output: String(say), is_error: false };
    },
  };
  return { running, tool };
}
