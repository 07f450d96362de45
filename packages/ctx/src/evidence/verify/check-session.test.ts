import { describe, expect, it } from 'vitest';
import { recordSession } from '../../../test/recorded-session.js';
import { genesis } from '../../protocol/records.js';
import { verify } from '../verify-entry.js';
import { findingsOf, type Loose, recordsIn, writeResealed } from './resealed.fixture.js';

describe('what nobody changed by hand, but no loop of ours writes', () => {
  type Change = (records: Loose[]) => void;
  const set =
    (seq: number, ...path: readonly (string | number)[]) =>
    (value: unknown): Change =>
    (records) => {
      let holder: unknown = records[seq];
      for (const name of path.slice(0, -1)) holder = Reflect.get(Object(holder), name);
      Reflect.set(Object(holder), path.at(-1) ?? '', value);
    };
  const remove =
    (seq: number, count = 1): Change =>
    (records) =>
      records.splice(seq, count);
  const insert =
    (seq: number, type: string, body: object): Change =>
    (records) =>
      records.splice(seq, 0, { at: records[seq - 1]?.['at'], seq, type, ...body });
  const double =
    (from: number, to: number): Change =>
    (records) =>
      records.splice(to, 0, structuredClone(records[from] ?? { seq: 0, type: '' }));

  // 0 session.opened, 1 run.opened, 2 turn.opened, 3 model.requested, 4 model.responded, 5 tool.requested,
  // 6 tool.returned, 7 model.requested, 8 model.responded, 9 turn.closed, 10 run.closed
  it.each<[string, Change, string, number]>([
    ['a total that does not add up', set(10, 'totals', 'input_tokens')(1), 'totals_untrue', 10],
    ['a run that hides why it stopped', set(10, 'stop_reason')('cancelled'), 'stop_reason_untrue', 10],
    ['a turn that hides why it stopped', set(9, 'result', 'stop_reason')('timeout'), 'stop_reason_untrue', 9],
    ['a result with fewer calls', set(9, 'result', 'tool_calls')(0), 'turn_result_untrue', 9],
    ['a result that says something else', set(9, 'result', 'output')('Lost.'), 'turn_result_untrue', 9],
    ['a result with other tokens', set(9, 'result', 'usage', 'input_tokens')(7), 'turn_result_untrue', 9],
    [
      'a denial that never was',
      set(9, 'result', 'permission_denials')([{ tool_name: 'a', reason: 'b' }]),
      'turn_result_untrue',
      9,
    ],
    ['a model call without its answer', remove(4), 'model_call_unanswered', 6],
    ['a tool call without its return', remove(6), 'tool_call_unreturned', 6],
    ['a turn closed over a call that is open', remove(6, 3), 'tool_call_unreturned', 6],
    ['an answer that nobody asked for', remove(7), 'answer_without_request', 7],
    ['an answer to another call', set(8, 'call')(7), 'answer_without_request', 8],
    ['a call number left out', set(7, 'call')(3), 'model_call_out_of_order', 7],
    ['a return that nobody asked for', remove(5), 'return_without_request', 5],
    [
      'an input that the model did not give',
      set(5, 'input', 'command')('rm -rf /'),
      'tool_call_not_asked',
      5,
    ],
    ['a tool that is not in the pool', set(1, 'pool')([]), 'tool_outside_pool', 5],
    ['a message out of the future', set(3, 'messages', 0, 'from')([9]), 'message_from_nowhere', 3],
    ['more tokens than the budget', set(1, 'settings', 'budget', 'max_tokens')(50), 'budget_exceeded', 5],
    ['more money than the budget', set(1, 'settings', 'budget', 'max_microusd')(0), 'budget_exceeded', 9],
    [
      'more tool calls than the budget',
      set(1, 'settings', 'budget', 'max_tool_calls')(0),
      'budget_exceeded',
      5,
    ],
    [
      'more model calls than the budget',
      set(1, 'settings', 'budget', 'max_model_calls_per_turn')(1),
      'budget_exceeded',
      7,
    ],
    ['more turns than the budget', set(1, 'settings', 'budget', 'max_turns')(0), 'budget_exceeded', 2],
    [
      'a call that a rule asks about and nobody was asked',
      set(1, 'settings', 'policy', 'ask')(['bash']),
      'approval_untrue',
      5,
    ],
    ['a script without its digest', set(1, 'settings', 'script_digest')(undefined), 'capture_untrue', 1],
    ['a live model said to be scripted', set(1, 'settings', 'model')('anthropic/x'), 'capture_untrue', 1],
    ['a fence with a gap that nobody planned', set(1, 'fence')({ open_paths: ['.git'] }), 'fence_untrue', 1],
    ['a script said to be live', set(1, 'capture', 'model')('live'), 'capture_untrue', 1],
    ['a recording without a parent', set(1, 'capture', 'tools')('recorded'), 'capture_untrue', 1],
    ['a deterministic clock that jumps', set(6, 'at')('2027-01-01T00:00:00.000Z'), 'capture_untrue', 6],
    ['a clock that goes back', set(6, 'at')('2020-01-01T00:00:00.000Z'), 'time_went_back', 6],
    ['a day that its month does not have', set(6, 'at')('2030-02-30T00:00:00.000Z'), 'time_went_back', 6],
    ['a first day that there is not', set(0, 'at')('2026-02-29T00:00:00.000Z'), 'time_went_back', 0],
    ['a time that is none', set(6, 'at')('2030-01-01T24:00:00.000Z'), 'record_malformed', 6],
    ['the id of another folder', set(0, 'session_id')('../s'), 'record_malformed', 0],
    ['a run that would lie elsewhere', set(0, 'runs', 0, 'run_id')('a/b'), 'record_malformed', 0],
    ['another contract', set(0, 'contract')('session/v0'), 'record_malformed', 0],
    ['an earlier format', set(0, 'format')(0), 'record_malformed', 0],
    ['a number that not all readers keep', set(10, 'totals', 'turns')(2 ** 53), 'record_malformed', 10],
    ['a word that is none', set(1, 'agent', 'protocol')('Two words'), 'record_malformed', 1],
    ['a prompt that nobody planned', set(2, 'prompt')('Something else.'), 'prompt_not_planned', 2],
    ['a turn out of order', set(2, 'turn')(2), 'turn_out_of_order', 2],
    ['a run that nobody planned', set(0, 'runs')([]), 'run_not_planned', 1],
    [
      'a run planned twice',
      (records) =>
        set(0, 'runs')([...Array(2)].map(() => Reflect.get(Object(records[0]?.['runs']), 0)))(records),
      'run_repeated',
      0,
    ],
    ['a run opened twice', double(1, 11), 'run_repeated', 11],
    ['a run opened within a run', double(1, 2), 'run_still_open', 2],
    ['a run that continues nobody', set(1, 'continues')('r0'), 'continues_unknown', 1],
    ['a run closed under another name', set(10, 'run_id')('r9'), 'run_not_open', 10],
    ['a record outside any run', double(4, 1), 'run_not_open', 1],
    ['a record outside any turn', double(4, 2), 'turn_not_open', 2],
    ['a turn opened within a turn', double(2, 3), 'turn_still_open', 3],
    ['a run closed over an open turn', remove(9), 'turn_still_open', 9],
    ['a session opened twice', double(0, 5), 'session_opened_twice', 5],
    ['runs added to an open run', insert(3, 'session.appended', { runs: [] }), 'run_still_open', 3],
    [
      'a request after an interruption',
      insert(7, 'turn.interrupted', { cause: 'signal', cancel_observed: true }),
      'turn_over',
      8,
    ],
    [
      'a resume from elsewhere',
      insert(3, 'session.resumed', { from_seq: 0, from_hash: genesis }),
      'resume_untrue',
      3,
    ],
    [
      'a repair of another place',
      insert(3, 'session.repaired', { after_seq: 0, bytes_cut: 1, cut_sha256: genesis }),
      'repair_untrue',
      3,
    ],
    ['a run that was never opened', remove(1, 10), 'run_missing', 1],
  ])('finds %s', async (_, change, code, seq) => {
    const { path } = await recordSession({
      replies: [
        {
          say: 'Looking.',
          call: [{ tool: 'bash', input: { command: 'echo found' } }],
          usage: { input_tokens: 100, output_tokens: 10 },
        },
        { say: 'Found.' },
      ],
      script: { price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 } },
    });
    const records = recordsIn(path);
    change(records);
    writeResealed(path, records);
    expect(findingsOf(path)).toContainEqual([code, seq]);
  });

  it('takes a word that came after this version where nothing depends on it', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const records = recordsIn(path);
    for (const holder of [records[0]?.['runs'], [records[1]]].flat())
      Reflect.set(Object(Reflect.get(Object(holder), 'settings')), 'effort', 'extreme');
    set(1, 'agent', 'protocol')('telepathy')(records);
    writeResealed(path, records);
    expect(verify(path)).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('keeps the first hundred findings and counts the rest', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const records = recordsIn(path);
    const answer = records.find(({ type }) => type === 'model.responded');
    if (answer === undefined) throw new Error('the run had an answer');
    writeResealed(path, [...records, ...Array.from({ length: 150 }, () => answer)]);
    const { verdict, findings, findings_left_out } = verify(path);
    expect([verdict, findings.length, findings_left_out]).toEqual(['fail', 100, 51]);
  });

  it('says that the file cannot be read where there is none', () => {
    expect(() => verify('/nowhere/s.jsonl')).toThrow('session_unknown');
  });
});
