import { expect, it } from 'vitest';
import { importTest } from '../../test/imported-transcript.js';
import { verifySession } from '../evidence/verify/verify-session.js';
import { textOf } from './fixtures/line.js';
import { qwenLines } from './fixtures/qwen-lines.js';
import { transcriptOf } from './fixtures/transcripts.js';
import { transcriptHosts } from './known-hosts.js';
import { recogniseTranscript } from './recognise.js';

const versions = {
  'claude-code': '2.1.325',
  codex: '0.166.0',
  copilot: '1.0.102',
  qwen: '0.24.4',
  opencode: '1.18.33',
};

it.each(transcriptHosts)('makes a session that verifies of what %s wrote', (host) => {
  const test = importTest(host);
  test.write(transcriptOf(host));
  expect(recogniseTranscript(test.transcript)).toBe(host);
  expect(test.done()).toMatchObject({
    isNew: true,
    runs: ['main'],
    turns: 1,
    answers: 3,
    calls: 3,
    pending: 0,
    unknown: 1,
  });
  expect(verifySession(test.log)).toMatchObject({ verdict: 'pass', findings: [] });
  const records = test.records();
  const [opened, run] = records;
  expect(opened).toMatchObject({
    type: 'session.opened',
    origin: {
      kind: 'imported',
      agent: { name: host, protocol: 'transcript' },
      sources: [{ kind: 'transcript' }],
    },
  });
  const version = Object.hasOwn(versions, host) ? Reflect.get(versions, host) : undefined;
  expect(run).toMatchObject({ type: 'run.opened', capture: { model: 'imported', tools: 'imported' } });
  if (run?.type === 'run.opened') expect(run.agent.version).toBe(version);
  expect(records.filter(({ type }) => type === 'turn.opened')).toMatchObject([
    { prompt: 'Is the pond clean?' },
  ]);
  expect(records.filter(({ type }) => type === 'model.responded')).toMatchObject([
    { finish: 'tool_calls', usage: { input_tokens: 17, output_tokens: 3, cache_read_tokens: 5 } },
    { finish: 'tool_calls' },
    { finish: 'stop', content: [{ type: 'text', text: 'It is clean.' }] },
  ]);
  const totals = { turns: 1, model_calls: 3, input_tokens: 51, output_tokens: 9 };
  expect(records.findLast(({ type }) => type === 'run.closed')).toMatchObject({
    stop_reason: 'completed',
    totals,
  });
  expect(records.at(-1)).toMatchObject({ type: 'source.observed', unknown: [{ count: 1 }] });
});

it.each(transcriptHosts)('pairs the calls of %s with their results and exit codes', (host) => {
  const test = importTest(host);
  test.write(transcriptOf(host));
  test.done();
  const returned = test.records().filter(({ type }) => type === 'tool.returned');
  expect(returned.slice(0, 2)).toMatchObject([
    { call_id: 'call_a', is_error: false, output: expect.stringContaining('newts.txt') },
    { call_id: 'call_b', is_error: true, exit_code: 1, output: expect.stringContaining('no pond') },
  ]);
});

it.each(transcriptHosts)('tells what %s denied, with its rule', (host) => {
  const test = importTest(host);
  test.write(transcriptOf(host));
  test.done();
  const [denied] = test.records().filter(({ type }) => type === 'tool.denied');
  expect(denied).toMatchObject({
    call_id: 'call_c',
    rule: expect.stringMatching(/./),
    reason: expect.stringMatching(/./),
  });
});

it('tells as a failure what opencode failed to do, whatever a command prints', () => {
  const test = importTest('opencode');
  const words = 'The user rejected permission to use this specific tool call.';
  const text = transcriptOf('opencode');
  test.write(text.replace(words, 'ENOENT').replace('newts.txt', words));
  test.done();
  expect(test.records().filter(({ type }) => type === 'tool.denied')).toEqual([]);
  expect(test.records().filter((record) => record.type === 'tool.returned' && record.is_error)).toHaveLength(
    2,
  );
});

it.each(transcriptHosts)('adds nothing when %s wrote nothing more', (host) => {
  const test = importTest(host);
  test.write(transcriptOf(host));
  test.done();
  const before = test.records().length;
  expect(test.done()).toMatchObject({ isNew: false, runs: [], turns: 0, bytes: 0, rewritten: false });
  expect(test.records()).toHaveLength(before);
});

it.each([
  ['beside the answer', { totalTokenCount: 1120 }, 120],
  ['within the answer', { totalTokenCount: 1100 }, 100],
  ['and no sum', {}, 100],
])('counts once what Qwen Code’s model thought, %s', (_, more, output_tokens) => {
  const counts = { promptTokenCount: 1000, candidatesTokenCount: 100, thoughtsTokenCount: 20, ...more };
  const test = importTest('qwen');
  test.write(
    textOf(qwenLines().map((line) => ('usageMetadata' in line ? { ...line, usageMetadata: counts } : line))),
  );
  test.done({ ended: true });
  const answer = test.records().find(({ type }) => type === 'model.responded');
  expect(answer).toMatchObject({ usage: { input_tokens: 1000, output_tokens } });
});
