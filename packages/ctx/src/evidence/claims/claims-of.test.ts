import { expect, it } from 'vitest';
import { importTest } from '../../../test/imported-transcript.js';
import {
  claudeAnswer,
  claudeEnvelope,
  claudeResult,
  type Line,
  textOf,
} from '../../foreign/fixtures/transcripts.js';
import { claimFold, claimWords, isDoubtful } from './claims-of.js';
import { sayingsIn } from './sayings.js';

/** A session in which the steps happen one after the other: a command with its exit code, a file written, a thing said. */
type Step = readonly [command: string, exitCode: number] | string;

function claimsAfter(...steps: readonly Step[]) {
  const lines: Line[] = [claudeEnvelope(1, { type: 'user', message: { role: 'user', content: 'Do it.' } })];
  for (const [i, step] of steps.entries()) {
    const number = 2 + i * 2;
    if (typeof step === 'string' && step !== 'write') {
      lines.push(claudeAnswer(number, `m${i}`, { type: 'text', text: step }));
      continue;
    }
    const isWrite = step === 'write';
    const call = isWrite
      ? { type: 'tool_use', id: `c${i}`, name: 'Write', input: { file_path: 'a', content: 'b' } }
      : { type: 'tool_use', id: `c${i}`, name: 'Bash', input: { command: step[0] } };
    const code = isWrite ? 0 : Number(step[1]);
    lines.push(claudeAnswer(number, `m${i}`, call));
    lines.push(
      claudeResult(number + 1, `c${i}`, code === 0 ? 'fine' : `Exit code ${code}`, { is_error: code !== 0 }),
    );
  }
  const test = importTest('claude-code');
  test.write(textOf(lines));
  test.done();
  const fold = claimFold();
  for (const record of test.records()) fold.take(record);
  return fold.claims;
}

it.each<[string, Step[], string]>([
  ['a test that passed after the last change', ['write', ['npm test', 0], 'All tests pass.'], 'held'],
  ['a test that failed', [['npm test', 1], 'All tests pass.'], 'contradicted'],
  [
    'a test that passed before the last change',
    [['npx vitest run', 0], 'write', 'The tests pass.'],
    'outdated',
  ],
  ['no test at all', [['ls', 0], 'All tests are passing.'], 'not_run'],
  ['a test whose exit code a pipe hides', [['npm test | tail -5', 0], 'All tests pass.'], 'unclear'],
  [
    'a commit that was made, and a change after it',
    [['git commit -m x', 0], 'write', 'I have committed it.'],
    'held',
  ],
  ['no commit', [['git add .', 0], 'I have committed the changes.'], 'not_run'],
  ['a build that failed', [['cargo build', 101], 'The build succeeds.'], 'contradicted'],
])('judges what is said after %s', (_, steps, verdict) => {
  expect(claimsAfter(...steps)).toMatchObject([{ verdict, run_id: 'main', turn: 1 }]);
});

it('names the sentence, its record and the records that it was held against', () => {
  const [claim] = claimsAfter(['npm test', 1], 'Done. All tests pass. Enjoy.');
  expect(claim).toMatchObject({
    kind: 'tests',
    sentence: 'All tests pass.',
    seq: 8,
    records: [5, 6],
    exit_code: 1,
  });
  if (claim !== undefined)
    expect([isDoubtful(claim), claimWords(claim)]).toEqual([
      true,
      expect.stringContaining('exit code 1 (record 5)'),
    ]);
});

it.each([
  'The tests should pass now.',
  'Do the tests pass?',
  'If all tests pass, merge it.',
  'Not all tests pass.',
  'The tests pass except one.',
  'Make sure the tests pass.',
  'Run `npm test`: `all tests pass`.',
  '```\nAll tests pass.\n```',
  '- [ ] All tests pass.',
  '> All tests pass.',
])('takes no claim from %s', (text) => {
  expect(sayingsIn(text)).toEqual([]);
});

it('reads a megabyte of hostile text in no time worth a word', () => {
  expect(sayingsIn(`${'tests '.repeat(200_000)}pass.`)).toEqual([]);
});
