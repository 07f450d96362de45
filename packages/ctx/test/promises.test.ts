// docs/promises.md names a test for all that the README promises, and nothing that is not there.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './built.js';

const textOf = (file: string) => readFileSync(join(repository, file), 'utf8');
const readme = textOf('README.md');
const rows = textOf('docs/promises.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| ---'))
  .map((line) => line.split(' | '))
  .map(([promise = '', held = '']) => ({ promise: promise.slice('| '.length), held }));

it('has a row for every line of the README that promises something', () => {
  const section = (title: string) => readme.split(`\n## ${title}\n`)[1]?.split('\n## ')[0]?.split('\n') ?? [];
  const cells = [...section('What to do next'), ...section('How it compares')].filter(
    (line) => line.startsWith('| ') && !/^\| (?:you want to|---|\|)/.test(line),
  );
  /** What ctx does not do is no promise, and what you need is said above. */
  const promising = cells.filter(
    (line) => !/^\| [^|]+ \| no[ ;|]/.test(line) && !line.startsWith('| you need'),
  );
  const bullets = readme.split('\n').filter((line) => /^- \*\*(?:See|Check|Control) it/.test(line));
  expect([bullets.length, promising.length]).toEqual([3, expect.any(Number)]);
  expect(promising.length).toBeGreaterThan(14);
  const unheld = [...bullets, ...promising].filter(
    (line) => !rows.some(({ promise }) => line.includes(promise)),
  );
  expect(unheld).toEqual([]);
});

it.each(rows)('has the words of the README and names tests that are there: $promise', ({ promise, held }) => {
  expect(readme.replaceAll('\n', ' ')).toContain(promise);
  const files = Array.from(held.matchAll(/\]\(\.\.\/([^)]+)\)/g), ([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !file.endsWith('.test.ts') || !existsSync(join(repository, file)))).toEqual(
    [],
  );
});
