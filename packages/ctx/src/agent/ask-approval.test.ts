import { describe, expect, it } from 'vitest';
import type { Approver, AskedCall, GivenAnswer } from '../approve/question.js';
import { echoTool, memoryLog, recordsOf, rehearse } from './rehearsal.fixture.js';

const yes: GivenAnswer = { answer: 'allow', scope: 'once', via: 'terminal', by: 'ada' };
const no: GivenAnswer = { ...yes, answer: 'deny' };

/** Answers in this order, and keeps what it was asked. */
function answering(...answers: readonly GivenAnswer[]): Approver & { readonly asked: AskedCall[] } {
  const asked: AskedCall[] = [];
  return {
    asked,
    via: () => 'terminal',
    async ask(call) {
      asked.push(call);
      const answer = answers[asked.length - 1];
      if (answer === undefined) throw new Error('nobody expected that question');
      return answer;
    },
  };
}

const calling = (...says: readonly string[]) =>
  `replies:\n  - call:\n${says.map((say) => `      - { tool: t, input: { say: ${say} } }\n`).join('')}  - say: Done.`;

const asking = { policy: { ask: ['t'] }, tools: [echoTool('t', true)] };

describe('a tool that is asked about', () => {
  it('is offered where somebody can be asked, and runs after a yes', async () => {
    const approver = answering(yes, no);
    const { types, records } = await rehearse({
      script: calling('one', 'two'),
      ...asking,
      live: { approver },
    });
    expect(recordsOf(records, 'run.opened')[0]?.pool.map(({ name }) => name)).toEqual(['t']);
    expect(types.slice(4, 10)).toEqual([
      'approval.requested',
      'approval.given',
      'tool.requested',
      'tool.returned',
      'approval.requested',
      'approval.given',
    ]);
    expect(recordsOf(records, 'tool.denied')).toMatchObject([
      { rule: 't', reason: 'the rule t asks, and ada said no' },
    ]);
  });

  it('is neither offered nor run where nobody can be asked', async () => {
    const { records } = await rehearse({ script: calling('one'), ...asking });
    expect(recordsOf(records, 'run.opened')[0]?.pool).toEqual([]);
    expect(recordsOf(records, 'tool.denied')).toMatchObject([
      { reason: 'the rule t asks first, and nobody can be asked' },
    ]);
  });

  it('is asked about once for a session, and again where another rule asks', async () => {
    const approver = answering({ ...yes, scope: 'session' }, yes);
    await rehearse({
      script: calling('one', 'two', 'push', 'three'),
      tools: asking.tools,
      policy: { ask: ['t', 't(push)'] },
      live: { approver },
    });
    expect(approver.asked.map(({ rule }) => rule)).toEqual(['t', 't(push)']);
  });

  it('is never run where a rule denies it, whatever was allowed before', async () => {
    const approver = answering({ ...yes, scope: 'session' });
    const { records } = await rehearse({
      script: calling('one', 'bad'),
      tools: asking.tools,
      policy: { ask: ['t'], deny: ['t(bad)'] },
      live: { approver },
    });
    expect(recordsOf(records, 'tool.denied')).toMatchObject([{ rule: 't(bad)' }]);
  });

  it('is not asked about where there is no budget for it', async () => {
    const approver = answering();
    const { records } = await rehearse({
      script: calling('one'),
      ...asking,
      budget: { max_tool_calls: 0 },
      live: { approver },
    });
    expect(approver.asked).toEqual([]);
    expect(recordsOf(records, 'run.closed')).toMatchObject([{ stop_reason: 'max_budget_reached' }]);
  });

  it('is asked about again after a crash before the answer, and not after one behind it', async () => {
    const whole = await rehearse({ script: calling('one'), ...asking, live: { approver: answering(yes) } });
    const requested = whole.types.indexOf('approval.requested');
    for (const [kept, questions] of [
      [requested + 1, 1],
      [requested + 2, 0],
    ] as const) {
      const approver = answering(yes);
      const log = memoryLog(whole.records.slice(0, kept));
      const { outcome } = await rehearse({ script: calling('one'), ...asking, log, live: { approver } });
      expect(outcome.stop_reason).toBe('completed');
      expect(approver.asked).toHaveLength(questions);
    }
  });

  it('is answered for as it was shown: where it leads to something that another rule asks about, it is denied', async () => {
    const leads = {
      ...echoTool('t'),
      async run(_: unknown, { judge }: { judge: (subject: string) => { allowed: boolean } }) {
        return { output: `${judge('plain').allowed} ${judge('push').allowed}`, is_error: false };
      },
    };
    const { records } = await rehearse({
      script: calling('one'),
      tools: [leads],
      policy: { ask: ['t', 't(push)'] },
      live: { approver: answering(yes) },
    });
    expect(recordsOf(records, 'tool.returned')[0]?.output).toBe('true false');
  });
});
