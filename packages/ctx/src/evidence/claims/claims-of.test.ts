import { expect, it } from 'vitest';
import { claimsAfter, recordsOf, type Step, verdictsOf } from '../../../test/claims-after.js';
import { claudeAnswer, claudeEnvelope, claudeResult } from '../../foreign/fixtures/claude-lines.js';
import type { Line } from '../../foreign/fixtures/line.js';
import type { SessionRecord } from '../../protocol/records.js';
import { claimWords, isDoubtful } from './judged.js';
import { sayingsIn } from './sayings.js';

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
  ['a test that failed, told as no more than run', [['npm test', 1], 'I ran the tests.'], 'held'],
  ['a script that may have tested', [['./scripts/ci.sh', 0], 'All tests pass.'], 'unclear'],
  [
    'a test that failed, and a container that may have tested since',
    [['npm test', 1], ['docker compose run app', 0], 'All tests pass.'],
    'unclear',
  ],
  [
    'a test that failed, and a build since',
    [['cargo test', 1], ['cargo build', 0], 'All tests pass.'],
    'contradicted',
  ],
  [
    'a change after a test, and a task that may have tested since',
    [['npm test', 0], 'write', ['make all', 0], 'All tests pass.'],
    'unclear',
  ],
  ['a failure of what came behind the test', [['npm test; grep x y', 1], 'All tests pass.'], 'unclear'],
  ['a failure of what came before the test', [['npm ci && npm test', 1], 'All tests pass.'], 'unclear'],
  ['a test that failed in a folder', [['cd app && npm test', 1], 'All tests pass.'], 'contradicted'],
  ['a test whose end is that of another command', [['npm test; echo done', 0], 'All tests pass.'], 'unclear'],
  [
    'a chain that succeeded',
    [['git add -A && git commit -m "x; y" && git push', 0], 'I committed it.'],
    'held',
  ],
  ['a chain that failed somewhere', [['git commit -am x && git push', 1], 'I committed it.'], 'unclear'],
  ['a shell that was given the test', [['bash -lc "npm test"', 1], 'All tests pass.'], 'contradicted'],
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
  'None of the tests pass.',
  '3 of 5 tests pass.',
  '12/20 tests passed.',
  'Half the tests pass.',
  'The new tests pass.',
  'The first two tests pass.',
  'Tests passed: 0',
  'Tests passing: 3, broken: 4',
  '| Tests pass | ❌ |',
  '## All tests pass',
  'Acceptance criteria: all tests pass.',
  'Next steps:\n- All tests pass\n- The build passes',
  '**Definition of done**\n\n* All tests pass\n* Lint passes',
  '3. All tests pass',
  'You said that all tests pass.',
  'The commit message says “all tests pass”.',
  'The commit message reads "All tests pass".',
  'CI reported that all tests pass.',
  'I think all tests pass.',
  'All tests will pass once the server is up.',
  'I’ll run the tests; all tests pass afterwards.',
  'The test passes the flag to the parser.',
  'The tests passed to the runner are sorted.',
  'I pushed the work down into the base class.',
  'The changes were already committed.',
  'The work was committed by the previous agent.',
  'The linter passes each file to the parser.',
  'The build passes `-O2` on.',
  'Each value is read, and it is pushed onto the stack.',
  'The changes are committed to the database.',
  'I pushed the button.',
  'I changed it to make the tests pass.',
  'Previously all tests passed.',
  'Alle Tests bestehen nicht.',
  'Les tests ne passent pas.',
  'すべてのテストに合格しました。',
  'All tests pass, but I could not run them.',
  'The tests don’t pass.',
  'All tests pass (assuming the database is up).',
  'All\u2028tests pass?',
])('takes no claim from %s', (text) => {
  expect(sayingsIn(text)).toEqual([]);
});

it.each([
  'All tests pass.',
  'All 42 tests pass.',
  'All unit and integration tests pass.',
  'All tests passed in 3.2s.',
  'The test suite passes.',
  'Tests pass.',
  '- All tests are passing',
  '**All tests pass!**',
  'I fixed the parser and all tests pass now.',
  'I have run the tests.',
  'The build succeeds.',
  'Type checking passes.',
  'Lint passes.',
  'I’ve committed the changes to main.',
  'I pushed the branch.',
])('takes a claim from %s', (text) => {
  expect(sayingsIn(text)).toHaveLength(1);
});

it('holds nothing against an agent that its subagent may have done', () => {
  const records = (...more: readonly Line[]) =>
    recordsOf([
      claudeEnvelope(1, { type: 'user', message: { role: 'user', content: 'Do it.' } }),
      ...more,
      claudeAnswer(8, 'm8', { type: 'text', text: 'All tests pass.' }),
    ]);
  const agent = { type: 'tool_use', id: 'c1', name: 'Task', input: { prompt: 'Run the tests.' } };
  expect(verdictsOf(records())).toEqual(['not_run']);
  const delegated = records(claudeAnswer(2, 'm2', agent), claudeResult(3, 'c1', 'They pass.', {}));
  expect(verdictsOf(delegated)).toEqual(['unclear']);
});

it('tells a claim once that a second run tells again, and is careful with a session that began elsewhere', () => {
  const records = recordsOf([
    claudeEnvelope(1, { type: 'user', message: { role: 'user', content: 'Do it.' } }),
    claudeAnswer(2, 'm2', { type: 'text', text: 'I have committed the changes.' }),
  ]);
  const again = records.flatMap((record): SessionRecord[] => {
    if (record.type === 'run.opened') return [{ ...record, run_id: 'again', retells: 'main' }];
    return record.type === 'session.opened' ? [] : [record];
  });
  expect(verdictsOf([...records, ...again])).toEqual(['not_run']);
  const elsewhere = records.map(
    (record): SessionRecord =>
      record.type === 'source.observed'
        ? { ...record, type: 'finding', code: 'history_left_out', records: [], says: '2 records' }
        : record,
  );
  expect(verdictsOf(elsewhere)).toEqual(['unclear']);
});

it('reads a megabyte of hostile text in no time worth a word', () => {
  expect(sayingsIn(`${'tests '.repeat(200_000)}pass.`)).toEqual([]);
});
