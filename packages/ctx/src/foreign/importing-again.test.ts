import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importTest } from '../../test/imported-transcript.js';
import { verifySession } from '../evidence/verify/verify-session.js';
import {
  claudeAnswer,
  claudeEnvelope,
  claudeLines,
  claudeResult,
  type Line,
  textOf,
} from './fixtures/transcripts.js';

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
  }
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
