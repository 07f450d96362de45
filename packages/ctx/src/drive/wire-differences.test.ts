// What was seen on the wire, held against what the host wrote of it itself.

import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { pretendHost } from '../../test/drive/pretend-host.js';
import { writeFiles } from '../../test/folder.js';

const at = '2026-11-16T08:00:00.000Z';

interface Written {
  readonly id: string;
  readonly status?: 'success' | 'error';
}

function chatOf(calls: readonly Written[], input: number): string {
  const toolCalls = calls.map(({ id, status = 'success' }) => ({
    id,
    name: 'run_shell_command',
    args: { command: 'ls' },
    status,
    timestamp: at,
    result: [
      {
        functionResponse: { id, response: status === 'error' ? { error: 'no' } : { output: 'newts' } },
      },
    ],
  }));
  const answer = { type: 'gemini', timestamp: at, model: 'gemini-test' };
  const tokens = (sum: number) => ({
    input: sum,
    output: 1,
    cached: 0,
    thoughts: 0,
    tool: 0,
    total: sum + 1,
  });
  const lines = [
    { sessionId: 's1', projectHash: 'f00', startTime: at, lastUpdated: at, kind: 'main' },
    { id: 'm1', timestamp: at, type: 'user', content: [{ text: 'prompt 1' }] },
    { id: 'm2', ...answer, content: '', tokens: tokens(0), toolCalls },
    { id: 'm3', ...answer, content: 'Done.', tokens: tokens(input) },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The findings of a turn that makes these calls and says that it read 20 tokens and wrote 2. */
async function differences(onWire: readonly string[], written: readonly Written[], input = 20) {
  const project = drivenProject();
  const { env, home } = pretendHost('@google/gemini-cli', 'gemini');
  writeFiles(home, { '.gemini/tmp/p/chats/session-2026-s1.jsonl': chatOf(written, input) });
  const quota = { token_count: { input_tokens: 20, output_tokens: 2 } };
  const turn = [
    ...onWire.map((id) => ({ call: { id, command: 'ls' } })),
    { say: 'Done.' },
    { end: { stopReason: 'end_turn', _meta: { quota } } },
  ];
  expect(await project.run([turn], { agent: 'gemini' }, { env })).toMatchObject({ exit_code: 0 });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  const records = project.records();
  const named = (seqs: readonly number[]) =>
    seqs.flatMap((seq) =>
      records.flatMap((one) => (one.seq === seq && 'call_id' in one ? [one.call_id] : [])),
    );
  return records.flatMap((one) =>
    one.type === 'finding' ? [{ code: one.code, calls: named(one.records), says: one.says }] : [],
  );
}

it('finds nothing where both tell the same', async () => {
  expect(await differences(['c1'], [{ id: 'c1' }])).toEqual([]);
});

it('names a call that only the wire has', async () => {
  expect(await differences(['c1', 'c2'], [{ id: 'c1' }])).toEqual([
    { code: 'call_not_in_transcript', calls: ['c2'], says: expect.stringContaining('1 (c2)') },
  ]);
});

it('names a call that only the transcript has', async () => {
  expect(await differences(['c1'], [{ id: 'c1' }, { id: 'c9' }])).toEqual([
    { code: 'call_not_on_wire', calls: ['c9'], says: expect.stringContaining('1 (c9)') },
  ]);
});

it('leaves out a call that the host itself turned down', async () => {
  expect(await differences(['c1'], [{ id: 'c1' }, { id: 'c9', status: 'error' }])).toEqual([]);
});

it('tells both sums of tokens where they differ', async () => {
  expect(await differences(['c1'], [{ id: 'c1' }], 25)).toEqual([
    { code: 'usage_differs', calls: [], says: 'the wire says 20 input tokens, the transcript 25' },
  ]);
});

it('is gone on with by the same agent, whatever its transcript told of it afterwards', async () => {
  const project = drivenProject();
  const { env, home } = pretendHost('@google/gemini-cli', 'gemini');
  writeFiles(home, { '.gemini/tmp/p/chats/session-2026-s1.jsonl': chatOf([], 20) });
  await project.run([[{ say: 'Done.' }]], { agent: 'gemini' }, { env });
  expect(project.records().some((record) => record.type === 'run.opened' && record.retells === 'r1')).toBe(
    true,
  );
  const again = await project.ctx(['resume', 's', '--task', 'More.', '--trust-log', '--trust'], { env });
  expect(again).toMatchObject({ exit_code: 0, data: { runs: [{ turns: [{ prompt: 'More.' }] }] } });
  const driven = project
    .records()
    .flatMap((one) => (one.type === 'run.opened' && one.capture.model === 'driven' ? [one.agent.name] : []));
  expect(driven).toEqual(['gemini', 'gemini']);
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});
