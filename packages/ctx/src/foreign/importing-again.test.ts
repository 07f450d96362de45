import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importTest } from '../../test/imported-transcript.js';
import { verifySession } from '../evidence/verify/verify-session.js';
import type { SessionRecord } from '../protocol/records.js';
import { newSums, type SumsFold, sumsOf, takeInSums } from '../session/session-sums.js';
import { claudeAnswer, claudeEnvelope, claudeLines, claudeResult } from './fixtures/claude-lines.js';
import { type Line, textOf } from './fixtures/line.js';
import { transcriptOf } from './fixtures/transcripts.js';
import { transcriptHosts } from './known-hosts.js';

const bash = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } });
const prompt = (number: number, content: string) =>
  claudeEnvelope(number, { type: 'user', message: { role: 'user', content } });
const more = [prompt(20, 'And the frogs?'), claudeAnswer(21, 'msg_20', { type: 'text', text: 'Two frogs.' })];

function verdictOf(log: string) {
  const { verdict, findings } = verifySession(log);
  return { verdict, codes: findings.map(({ code }) => code) };
}

it('adds what the agent did since in a run that continues the one before, and changes nothing that was there', () => {
  const test = importTest('claude-code');
  test.write(textOf(claudeLines()));
  test.done();
  const before = readFileSync(test.log, 'utf8');
  appendFileSync(test.transcript, textOf(more));
  expect(test.done()).toMatchObject({ isNew: false, runs: ['main-2'], turns: 1, answers: 1 });
  expect(readFileSync(test.log, 'utf8').startsWith(before)).toBe(true);
  expect(test.records().findLast(({ type }) => type === 'run.opened')).toMatchObject({ continues: 'main' });
  expect(verdictOf(test.log)).toEqual({ verdict: 'pass', codes: [] });
});

it('gives the same records however the file was cut into imports', () => {
  const lines = [...claudeLines(), ...more].map((line) => textOf([line]));
  const whole = importTest('claude-code');
  whole.write(lines.join(''));
  whole.done({ ended: true });
  const told = (test: typeof whole) =>
    test.records().flatMap((record) => {
      if (record.type === 'turn.opened') return [record.prompt];
      if (record.type === 'model.responded') return [record.response_id, record.usage];
      if (record.type === 'tool.requested' || record.type === 'tool.denied')
        return [record.call_id, record.type];
      return record.type === 'tool.returned' ? [record.output] : [];
    });
  const expected = told(whole);
  for (let cut = 2; cut < lines.length; cut++) {
    const test = importTest('claude-code');
    test.write(lines.slice(0, cut).join(''));
    test.again();
    appendFileSync(test.transcript, lines.slice(cut).join(''));
    test.done({ ended: true });
    expect(told(test), `cut behind line ${cut}`).toEqual(expected);
    expect(verdictOf(test.log)).toEqual({ verdict: 'pass', codes: [] });
  }
});

it('leaves an answer whose calls have no results yet to the next import', () => {
  const test = importTest('claude-code');
  const lines: Line[] = [prompt(1, 'Look.'), claudeAnswer(2, 'm1', bash('a'))];
  test.write(textOf(lines));
  expect(test.done()).toMatchObject({ answers: 0, pending: textOf(lines.slice(1)).length });
  expect(verdictOf(test.log).codes).toContain('run_open');
  appendFileSync(test.transcript, textOf([claudeResult(3, 'a', 'newts')]));
  expect(test.done({ ended: true })).toMatchObject({ answers: 1, calls: 1, pending: 0 });
  expect(verdictOf(test.log)).toEqual({ verdict: 'pass', codes: [] });
});

it('tells a call without a result as cut short where the session is over', () => {
  const test = importTest('claude-code');
  test.write(textOf([prompt(1, 'Look.'), claudeAnswer(2, 'm1', bash('a'))]));
  test.done({ ended: true });
  expect(test.records().find(({ type }) => type === 'tool.returned')).toMatchObject({
    interrupted: true,
    derived: ['output', 'is_error', 'interrupted'],
  });
  expect(verdictOf(test.log)).toEqual({ verdict: 'pass', codes: [] });
});

it('reads a last line only once it is whole', () => {
  const test = importTest('claude-code');
  const text = textOf(claudeLines());
  const half = Buffer.byteLength(textOf(more)) - 30;
  test.write(text + textOf(more).slice(0, half));
  expect(test.done({ ended: false })).toMatchObject({ pending: expect.any(Number) });
  test.write(text + textOf(more));
  test.done({ ended: true });
  expect(test.records().filter(({ type }) => type === 'turn.opened')).toHaveLength(2);
  expect(verdictOf(test.log)).toEqual({ verdict: 'pass', codes: [] });
});

it.each<[string, (path: string) => void]>([
  [
    'changed in its middle',
    (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('clean', 'green')),
  ],
  ['cut off', (path) => truncateSync(path, 300)],
])('notes once that a transcript was %s, and adds nothing of it', (_, change) => {
  const test = importTest('claude-code');
  test.write(textOf(claudeLines()));
  test.done();
  const before = test.records().length;
  change(test.transcript);
  expect(test.done()).toMatchObject({ rewritten: true, turns: 0 });
  expect(test.done()).toMatchObject({ rewritten: true });
  expect(test.records().slice(before)).toMatchObject([{ type: 'finding', code: 'source_rewritten' }]);
  expect(verdictOf(test.log)).toEqual({ verdict: 'pass', codes: [] });
});

it('tells again what an import that was killed had told by half', () => {
  const test = importTest('claude-code');
  test.write(textOf([...claudeLines(), ...more]));
  test.done();
  const { totals: all } = sumsOf(test.records().reduce(withRecord, newSums()));
  const whole = readFileSync(test.log, 'utf8').split('\n').slice(0, -1);
  for (let kept = 2; kept < whole.length; kept++) {
    writeFileSync(
      test.log,
      whole
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join(''),
    );
    test.done({ ended: true });
    expect(verdictOf(test.log), `killed behind record ${kept - 1}`).toEqual({ verdict: 'pass', codes: [] });
    const retold = test.records().flatMap((record) => (record.type === 'run.opened' ? [record.retells] : []));
    const counted =
      test.records().filter(({ type }) => type === 'run.opened').length -
      retold.filter((id) => id !== undefined).length;
    expect(counted).toBe(1);
    const { totals } = sumsOf(test.records().reduce(withRecord, newSums()));
    expect(totals, `killed behind record ${kept - 1}`).toEqual(all);
  }
});

function withRecord(sums: SumsFold, record: SessionRecord): SumsFold {
  takeInSums(sums, record);
  return sums;
}

it('tells subagents in runs of their own that name their parent and its call, and only once', () => {
  const test = importTest('claude-code', 'main.jsonl');
  const agent = { type: 'tool_use', id: 'call_agent', name: 'Agent', input: { prompt: 'Look.' } };
  const started = { toolUseResult: { agentId: 'a1' } };
  test.write(
    textOf([
      prompt(1, 'Have it looked at.'),
      claudeAnswer(2, 'm1', agent),
      claudeResult(3, 'call_agent', 'Seen.', started),
      claudeAnswer(4, 'm2', { type: 'text', text: 'Done.' }),
    ]),
  );
  const folder = join(test.folder, 'main', 'subagents');
  mkdirSync(folder, { recursive: true });
  const side = [prompt(1, 'Look.'), claudeAnswer(2, 's1', { type: 'text', text: 'Seen.' })];
  writeFileSync(join(folder, 'agent-a1.jsonl'), textOf(side.map((line) => ({ ...line, isSidechain: true }))));
  writeFileSync(join(folder, 'agent-a1.meta.json'), JSON.stringify({ toolUseId: 'call_agent' }));
  expect(test.done()).toMatchObject({ runs: ['main', 'agent-a1'], turns: 2, answers: 3 });
  expect(test.records().filter(({ type }) => type === 'run.opened')).toMatchObject([
    { run_id: 'main' },
    { run_id: 'agent-a1', parent: { run_id: 'main', call_id: 'call_agent' } },
  ]);
  expect(test.done()).toMatchObject({ runs: [], bytes: 0 });
  expect(verdictOf(test.log)).toEqual({ verdict: 'pass', codes: [] });
});

it('leaves out the history that a fork begins with, and nothing of a file that hooks wrote to first', () => {
  const test = importTest('claude-code');
  const begun = {
    type: 'queue-operation',
    operation: 'enqueue',
    timestamp: '2026-11-16T08:00:20.000Z',
    sessionId: 'f',
  };
  test.write(textOf([begun, ...claudeLines().slice(1, -1), ...more]));
  test.done();
  const prompts = test.records().flatMap((record) => (record.type === 'turn.opened' ? [record.prompt] : []));
  expect(prompts).toEqual(['And the frogs?']);
  expect(test.records().find(({ type }) => type === 'finding')).toMatchObject({ code: 'history_left_out' });
  const plain = importTest('claude-code');
  plain.write(
    textOf([begun, claudeEnvelope(3, { type: 'attachment', attachment: { type: 'hook' } }), ...more]),
  );
  plain.done();
  expect(plain.records().some(({ type }) => type === 'finding')).toBe(false);
});

it('counts what it does not know, by type and digest', () => {
  const test = importTest('claude-code');
  test.write(`${textOf([...claudeLines(), { type: 'away-report', again: 1 }])}not json\n`);
  test.done();
  expect(test.records().at(-1)).toMatchObject({
    type: 'source.observed',
    unknown: [
      { type: 'a line that is not JSON', count: 1, digest: expect.stringMatching(/^sha256:/) },
      { type: 'away-report', count: 2 },
    ],
  });
});

it.each(transcriptHosts.filter((host) => host !== 'opencode'))(
  'writes nothing about a file of %s that waits for more, however often it is imported',
  (host) => {
    const whole = transcriptOf(host);
    for (let end = whole.indexOf('\n') + 1; end < whole.length; end += 61) {
      const test = importTest(host);
      test.write(whole.slice(0, end));
      if (typeof test.again() === 'string') continue;
      const { length } = test.records();
      for (let again = 0; again < 3; again++) test.again();
      expect(test.records(), `${end}`).toHaveLength(length);
      for (let again = 0; again < 3; again++) test.again({ ended: true });
      const ended = test.records();
      test.again({ ended: true });
      expect(test.records(), `${end}`).toHaveLength(ended.length);
      expect(verifySession(test.log).verdict).toBe('pass');
    }
  },
);

it('loses nothing of a message that Gemini CLI was about to write again', () => {
  const test = importTest('gemini');
  const lines = transcriptOf('gemini').split('\n');
  const thought = lines.findIndex((line) => line.includes('"thoughts"'));
  test.write(`${lines.slice(0, thought + 2).join('\n')}\n`);
  test.done();
  expect(test.records().filter(({ type }) => type === 'model.responded')).toEqual([]);
  test.again({ ended: true });
  expect(test.records().filter(({ type }) => type === 'model.responded')).toMatchObject([
    { usage: { input_tokens: 17 }, content: [{ type: 'reasoning', text: 'Plan: Look first.' }] },
  ]);
});
