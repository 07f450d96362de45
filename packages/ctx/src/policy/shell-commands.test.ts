import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellCommands } from './shell-commands.js';
import { hole } from './shell-words.js';

const words = (source: string) => shellCommands(source).commands.map((command) => command.join('|'));
const _ = hole;
const dollar = '$';

describe('a script', () => {
  it.each<[string, string[]]>([
    ['a && b || c; d | e |& f & g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['a\nb', ['a', 'b']],
    ['a b  "c d" \'e f\' g\\ h', ['a|b|c d|e f|g h']],
    [`r''m "x"y 'z'`, ['rm|xy|z']],
    ['r\\\nm x', ['rm|x']],
    ['a "$(b c)" d', ['b|c', `a|${_}|d`]],
    ['a `b c` d', ['b|c', `a|${_}|d`]],
    ['a $(b $(c))', ['c', `b|${_}`, `a|${_}`]],
    ['a <(b) >(c)', ['b', 'c', `a|${_}|${_}`]],
    ['(a; b)', ['a', 'b']],
    ['a > x 2>&1 < y', ['a']],
    ['echo a # && b', ['echo|a']],
    ['echo a#b', ['echo|a#b']],
    [`a $x ${dollar}{y:-$(b)} "$z" $?`, ['b', `a|${_}|${_}|${_}|${_}`]],
    ["a $'b\\'c' $\"d\"", ["a|b'c|d"]],
    ['a *.js x?y [ab]', [`a|${_}.js|x${_}y|${_}`]],
    ['[ -f x ]', ['[|-f|x|]']],
    ['{rm,-rf,x}', [_]],
    ['echo {a} $', ['echo|{a}|$']],
    ["cat <<'E'\n$(rm x) `y` && z\nE\nb", ['cat', 'b']],
    ['cat <<E\na "$(b)"\nE\nc', ['cat', 'b', 'c']],
    ['cat <<-E\n\ta\n\tE\nb', ['cat', 'b']],
    ['cat <<E | sh\nx\nE', ['cat', 'sh']],
    ['a "\\$(b)" \\$x', ['a|$(b)|$x']],
    [`echo "$'"; rm x; echo "'"`, ["echo|$'", 'rm|x', "echo|'"]],
    [`cat <<E\n$'\nE\nrm x; echo "'"`, ['cat', 'rm|x', "echo|'"]],
    ['echo "a\\b" "`c`"', ['c', `echo|a\\b|${_}`]],
    ['cat <<< "$(b)"', ['b', 'cat']],
    ['', []],
  ])('%j runs %j', (source, commands) => {
    expect(words(source)).toEqual(commands);
    expect(shellCommands(source).certain).toBe(true);
  });

  it.each([
    'a "b',
    "a 'b",
    "a $'b",
    'a $(b',
    'a `b',
    `a ${dollar}{b`,
    `a ${dollar}{b:-'}'}`,
    'a)',
    'f() { a; }',
    'x=(a b)',
    'case x in a) b;; esac',
    'echo $((1<<2))\nrm x\n2',
    '((1<<2))\nrm x\n2',
    'a[1<<2]=x\nrm x\n2]=x',
    'echo $[1]',
    'cat <<E\nnever ended',
    'cat <<E',
    '(cat <<E)\nx\nE',
    'cat <<E $(cat <<F\nE\nF\n)',
    'a `b \\`c\\``',
    'a >',
    'a > #b',
    `${dollar}{ rm x; }`,
    'a \\',
    'a \0',
    '()',
    'a'.repeat(200_000),
    '$('.repeat(60_000),
    '('.repeat(100_000),
    `${dollar}{`.repeat(60_000),
    '"$('.repeat(40_000),
    '$(('.repeat(40_000),
  ])('that cannot be split with certainty is said to be so: %j', (source) => {
    expect(shellCommands(source).certain).toBe(false);
  });

  it('has every command that a real shell runs', () => {
    const sources = [
      'p a; p b && p c || p d',
      'p "a b" | cat; (p c)',
      "cat <<E >/dev/null\n$(p a)\nE\np 'b'",
      'p a # p b\np c',
      'if p a; then p b; else p c; fi',
      'p x"$(p y)"z',
      'p a\\\nb',
      '{ p a; p b; } 2>&1',
      'for i in 1; do p "$i"; done',
    ];
    for (const source of sources) {
      const ours = shellCommands(source).commands.filter((command) => command.includes('p'));
      expect(ours.length).toBeGreaterThanOrEqual(countRuns(source));
    }
  });
});

/** How often bash calls `p`. */
function countRuns(source: string): number {
  const script = `p() { printf . >&9; }\n${source}`;
  const quiet = `exec 9>&1 >/dev/null 2>&1\n${script}`;
  return execFileSync('/bin/bash', ['-c', quiet], { encoding: 'utf8' }).length;
}
