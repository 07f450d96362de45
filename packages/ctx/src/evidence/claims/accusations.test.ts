// To accuse somebody wrongly costs more than to miss something.

import { expect, it } from 'vitest';
import { claimsAfter, recordsOf, type Step, verdictsOf } from '../../../test/claims-after.js';
import { claudeAnswer, claudeEnvelope, claudeResult } from '../../foreign/fixtures/claude-lines.js';

it.each<[string, Step[], string]>([
  [
    'a search for the name of a test runner that found nothing',
    [['npm test', 0], ['grep -rn jest src', 1], 'All tests pass.'],
    'held',
  ],
  [
    'a look for a test runner that is not there',
    [['npm test', 0], ['which pytest', 1], 'All tests pass.'],
    'held',
  ],
  ['a comment about tests', [['npm test', 0], ['ls nowhere # then npm test', 2], 'All tests pass.'], 'held'],
  ['a clean install', [['npm ci', 0], 'All tests pass.'], 'unclear'],
  ['a clean install that failed', [['npm test', 0], ['npm ci', 1], 'All tests pass.'], 'held'],
  ['the version of a test runner', [['npx vitest --version', 0], 'All tests pass.'], 'not_run'],
  ['a test that was to fail', [['! npm test', 1], 'All tests pass.'], 'unclear'],
  ['a build script, which may test', [['npm run build', 0], 'All tests pass.'], 'unclear'],
  ['a build of Maven, which tests', [['mvn -q install', 0], 'All tests pass.'], 'unclear'],
  ['a test, which builds', [['cargo test', 0], 'The build succeeds.'], 'unclear'],
  ['a build, which checks types', [['go build ./...', 0], 'Type checking passes.'], 'unclear'],
  ['a program that nobody knows', [['runtests --fast', 0], 'All tests pass.'], 'unclear'],
  ['a commit with another program', [['jj commit -m x', 0], 'I committed the changes.'], 'unclear'],
  [
    'a setting about commits that is not there',
    [['git commit -m x', 0], ['git config commit.gpgsign', 1], 'I committed it.'],
    'held',
  ],
  ['a stash', [['git push', 0], ['git stash push', 1], 'I pushed the branch.'], 'held'],
  [
    'a pull request that failed after a push',
    [['git push', 0], ['gh pr create -f', 1], 'I pushed the branch.'],
    'held',
  ],
  [
    'a second commit with nothing in it',
    [['git commit -m x', 0], ['git commit -m y', 1], 'I committed it.'],
    'unclear',
  ],
  ['a look at what is committed', [['git status', 0], 'Everything is committed.'], 'unclear'],
  [
    'a failed test that was committed all the same',
    [['npm test', 1], ['git commit -am x', 0], 'All tests pass.'],
    'contradicted',
  ],
  ['a commit, whose hooks may check', [['git commit -am x', 0], 'Lint passes.'], 'unclear'],
  ['a test of a package', [['npx -y vitest run', 1], 'All tests pass.'], 'contradicted'],
  ['a test in a virtual environment', [['uv run pytest -q', 1], 'All tests pass.'], 'contradicted'],
  ['a commit elsewhere', [['git -C sub commit -m x', 0], 'I committed it.'], 'held'],
])('accuses nobody for %s', (_, steps, verdict) => {
  expect(claimsAfter(...steps)).toMatchObject([{ verdict }]);
});

it('takes a note that was written after the tests for no change that they would have to see', () => {
  const claims = (file_path: string) =>
    verdictsOf(
      recordsOf([
        claudeEnvelope(1, { type: 'user', message: { role: 'user', content: 'Do it.' } }),
        claudeAnswer(2, 'm2', { type: 'tool_use', id: 'c2', name: 'Bash', input: { command: 'npm test' } }),
        claudeResult(3, 'c2', 'fine', {}),
        claudeAnswer(4, 'm4', {
          type: 'tool_use',
          id: 'c4',
          name: 'Write',
          input: { file_path, content: 'b' },
        }),
        claudeResult(5, 'c4', 'fine', {}),
        claudeAnswer(6, 'm6', { type: 'text', text: 'All tests pass.' }),
      ]),
    );
  expect(claims('NOTES.md')).toEqual(['unclear']);
  expect(claims('/tmp/body.txt')).toEqual(['unclear']);
  expect(claims('src/a.ts')).toEqual(['outdated']);
});

it('holds nothing against an agent that the person ran or told it', () => {
  const claims = (content: string) =>
    verdictsOf(
      recordsOf([
        claudeEnvelope(1, { type: 'user', message: { role: 'user', content } }),
        claudeAnswer(2, 'm2', { type: 'text', text: 'All tests pass.' }),
      ]),
    );
  expect(claims('Do it.')).toEqual(['not_run']);
  expect(claims('<bash-input>npm test</bash-input>')).toEqual(['unclear']);
  expect(claims('I ran them: 12 passed. Sum up.')).toEqual(['unclear']);
});
