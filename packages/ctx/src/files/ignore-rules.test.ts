import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { ignores, parseIgnoreFile } from './ignore-rules.js';

const names = 'a b ab abc c * x.b é .a #a !a A a] [a - \\ aXc e ! {a,b} a+ (a)'
  .split(' ')
  .concat('x y', 'a ');
const pieces =
  'a b ab * ? a* *b a?c ** ab** **b *** [ab] [!a] [^b] [a-c] [a-] []a] [!]a] [a-c-e] [\\]] [\\a-c] [a\\-c] [z-a] [[:alpha:]] [[:upper:]a] [[:word:]] [[:a] [/] [!/] [a/b] [ [a [! [] \\a \\* \\[a] \\ \\\\ é [é] é? .a *.b #a !a {a,b} a+ (a)'
    .split(' ')
    .concat('x y', 'a\\ ', '\\ ');

/** Paths that git never looks into are asked about like the walk does it: from the top folder down. */
function isIgnored(text: string, path: string): boolean {
  const rules = [parseIgnoreFile(text, '', '')];
  const parts = path.split('/');
  return parts.some((_, i) => ignores(rules, parts.slice(0, i + 1).join('/'), i + 1 < parts.length));
}

it('rules say of every path what git says, whatever they are', () => {
  // `ab**/` is left out: git takes it for `ab` and `**/`, which its manual does not say.
  const glob = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/'))
    .filter((text) => !/[^/*]\*\*+\//.test(text));
  const line = fc
    .tuple(
      fc.constantFrom('', '', '', '/', '!', '#', '!/'),
      glob,
      fc.constantFrom('', '', '', '/', '  ', '\r', '//'),
    )
    .map((parts) => parts.join(''));
  const rules = fc.sample(fc.array(line, { minLength: 1, maxLength: 4 }), { numRuns: 150, seed: 15 });
  const paths = fc.sample(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), {
    numRuns: 40,
    seed: 16,
  });
  const asked = [...new Set(paths.map((parts) => parts.join('/')))];
  const folder = temporaryFolder(
    Object.fromEntries(rules.map((lines, i) => [`rules-${i}/.gitignore`, `${lines.join('\n')}\n`])),
  );
  const git = (words: readonly string[], input = '') =>
    execFileSync('git', ['-C', folder, ...words], {
      encoding: 'utf8',
      input,
      env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    });
  git(['init', '-q']);
  const everyPath = rules.flatMap((_, i) => asked.map((path) => `rules-${i}/${path}`));
  const byGit = new Set(
    git(['check-ignore', '--no-index', '--stdin', '-z'], everyPath.join('\0')).split('\0'),
  );
  const wrong = rules.flatMap((lines, i) =>
    asked
      .filter((path) => isIgnored(lines.join('\n'), path) !== byGit.has(`rules-${i}/${path}`))
      .map((path) => ({ lines, path })),
  );
  expect(wrong).toEqual([]);
});

it('rules of a file with a byte order mark count from the first line on', () => {
  expect(isIgnored('\ufeffa\n', 'a')).toBe(true);
});

it('rules are answered soon, however many ways there are to match them', () => {
  expect(isIgnored(`${'**/a/'.repeat(40)}b`, `${'a/'.repeat(200)}c`)).toBe(false);
  expect(isIgnored(`${'*a'.repeat(40)}*b`, 'a'.repeat(250))).toBe(false);
});
