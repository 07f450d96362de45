// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell has braces behind a dollar, too
// Shell scripts for fuzzing: pieces of the shell's grammar in any order, and known tricks in known surroundings, broken
// a little.

import fc from 'fast-check';
import { tricks } from '../../src/policy/tricks.fixture.js';

const pieces = [
  ...'rm x|rm|r|m x|echo |cat |eval |sh -c |bash -c |bash |. |true|trap |env |env -S |xargs |command |exec |time |coproc '.split(
    '|',
  ),
  ...'if |; then |; fi|case x in x) |;; esac|for i in 1; do |for i do |; done|f() |! |function f |select i in 1; do '.split(
    '|',
  ),
  ...'x=|$x|"$x"|a[|]=|${x|${x:-|${!x}|${x[0|${x@P}|}|$((|))|((|$[|]|[[ | ]]|test -v |let |declare |printf -v |read x '.split(
    '|',
  ),
  ...'\'|"|\\|`|$(|)|(|{ |; }|{|,|$\'|$"|$|\\x72|[|~|*|?|=|@(|#| #|-c |-- |-e |-s '.split('|'),
  ...'; & && | || |& > >y < <( >( <<< 2> &> >& 2>&1 <> >/dev/null'.split(' '),
  ...['|', '||', ' | ', ' ', ' ', '\t', '\n', '\n', '\\\n', '\r', '\u00a0', '\u00e0', '\x01', '\x7f'],
  ...[
    '<<E',
    '<<E\n',
    "<<'E'\n",
    '<<-E\n',
    '<<\\E\n',
    '\nE\n',
    '<<',
    '\n2\n',
    'E',
    '/dev/stdin ',
    '/dev/fd/0 ',
  ],
];

export const shapelessScript = fc
  .array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 14 })
  .map((all) => all.join(''));

const surroundings = [
  (it: string) => it,
  (it: string) => `true; ${it}`,
  (it: string) => `true\n${it}\n`,
  (it: string) => `( ${it} )`,
  (it: string) => `{ ${it}\n}`,
  (it: string) => `echo $(${it})`,
  (it: string) => `echo "$(${it})"`,
  (it: string) => `echo \`${it}\``,
  (it: string) => `cat <(${it})`,
  (it: string) => `if true; then ${it}\nfi`,
  (it: string) => `for i in 1; do ${it}\ndone`,
  (it: string) => `cat <<E\n$(${it})\nE`,
  (it: string) => `bash <<'E'\n${it}\nE`,
  (it: string) => `eval ${quoted(it)}`,
  (it: string) => `bash -c ${quoted(it)}`,
  (it: string) => `env -S "bash -c" ${quoted(it)}`,
  (it: string) => `trap ${quoted(it)} EXIT`,
  (it: string) => `x=${quoted(it)}; eval "$x"`,
  (it: string) => `echo '${'a'}' "b"; ${it} # c`,
];

/** Nothing of a trick's folder: `BIN/rm` is then no program, and the rest is as it was. */
const trick = fc.constantFrom(
  ...tricks.filter(({ needs }) => needs === undefined).map(({ script }) => script),
);
const surrounded = fc
  .tuple(trick, fc.constantFrom(...surroundings), fc.constantFrom(...surroundings))
  .map(([it, inner, outer]) => outer(inner(it)));

const dent = fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom('', '', ...pieces));
export const dentedTrick = fc.tuple(surrounded, fc.array(dent, { maxLength: 3 })).map(([script, dents]) =>
  dents.reduce((text, [at, taken, put]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + taken);
  }, script),
);

const plainPieces = [
  ...'git status|git log|git|git |log|--stat|HEAD~1|a=b|-m |;| ; |&&| && |||| || | ; |2>&1| 2>&1| >/dev/null|>&2'.split(
    '|',
  ),
  ...[
    ' | ',
    '|',
    '\n',
    ' ',
    ' ',
    ' ',
    '\t',
    "'",
    "'a b'",
    "'$(rm)'",
    '"',
    '"a b"',
    '"$x"',
    '"$y z"',
    '"\\$x"',
    '"a\\b"',
  ],
  ...[
    '"$',
    '$"',
    "''",
    '""',
    '"\\"',
    '\\',
    '~',
    '%',
    '^',
    '@',
    ',',
    '12',
    'if',
    'time ',
    'rm ',
    'touch made',
    '"é"',
    "'é'",
  ],
];

/** Mostly plain, with something out of place now and then. */
export const nearlyPlainScript = fc
  .tuple(
    fc.array(fc.constantFrom(...plainPieces), { minLength: 1, maxLength: 10 }),
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...pieces)), { maxLength: 1 }),
  )
  .map(([all, dents]) =>
    dents.reduce(
      (text, [at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice(at % (text.length + 1)),
      `git ${all.join('')}`,
    ),
  );

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
