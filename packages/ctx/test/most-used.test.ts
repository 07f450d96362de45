import { expect, it } from 'vitest';
import {
  contradicted,
  ecosystems,
  mostUsed,
  notConcerning,
  undecided,
} from '../../../scripts/most-used/check.js';

it.each(ecosystems)(
  'each of the most used packages of %s is in a table or marked as not concerning',
  (ecosystem) => {
    expect(undecided(ecosystem)).toEqual([]);
    expect(contradicted(ecosystem)).toEqual([]);
  },
);

it.each(ecosystems)('the list of %s says where it is from', (ecosystem) => {
  const { origin, commit, packages } = mostUsed(ecosystem);
  expect(origin).toMatch(/^[\w.-]+\/[\w.-]+$/);
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(packages.length).toBeGreaterThanOrEqual(100);
});

it('a package that nobody decided about is named', () => {
  const marked = new Set([...notConcerning('npm')].filter((name) => name !== 'lodash'));
  expect(undecided('npm', marked)).toEqual(['lodash']);
});
