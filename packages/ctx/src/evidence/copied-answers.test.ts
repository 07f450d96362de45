import { expect, it } from 'vitest';
import { copiedAnswers } from './copied-answers.js';

/** A log of Claude Code: the runs it opens, with what each retells, and the answers of each in order. Which of them were told already. */
function copiesIn(told: Set<string>, ...runs: [run_id: string, answers: string[], retells?: string][]) {
  const copies = copiedAnswers(told);
  const found = runs.map(([run_id, answers, retells]) => {
    copies.open({ run_id, ...(retells !== undefined && { retells }), agent: { name: 'claude-code' } });
    copies.openTurn(run_id);
    return answers.map((id) => copies.answer(run_id, id));
  });
  copies.end();
  return found;
}

it('knows an answer again in another log, and in another run of the same one', () => {
  const told = new Set<string>();
  expect(copiesIn(told, ['main', ['a', 'b']], ['fork', ['a', 'c']])).toEqual([
    [false, false],
    [true, false],
  ]);
  expect(copiesIn(told, ['main', ['c', 'd']])).toEqual([[true, false]]);
});

it('takes the answers of a run that tells another one again for no copies', () => {
  expect(copiesIn(new Set(), ['captured', ['a']], ['imported', ['a'], 'captured'])).toEqual([
    [false],
    [false],
  ]);
});

it('does not take an answer for told that only a run told which another one tells again without it', () => {
  const told = new Set<string>();
  copiesIn(told, ['captured', ['a']], ['imported', ['b'], 'captured']);
  expect(copiesIn(told, ['main', ['a', 'b']])).toEqual([[false, true]]);
});

it('copies until a turn begins or an answer is new', () => {
  const copies = copiedAnswers(new Set(['ctx a']));
  copies.answer('main', 'a');
  expect(copies.isCopying('main')).toBe(true);
  copies.openTurn('main');
  expect(copies.isCopying('main')).toBe(false);
  copies.answer('main', 'a');
  copies.answer('main', 'b');
  expect(copies.isCopying('main')).toBe(false);
});
