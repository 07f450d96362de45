// In Shift JIS, GBK and Big5 the last byte of a letter in UTF-8 takes the sign behind it along. Seen with bash 5.2 and
// `localedef -i ja_JP -f SHIFT_JIS $LOCPATH/ja_JP.SJIS`: the second line of `LC_ALL=ja_JP.SJIS\n${script}` runs rm.

import { describe, expect, it } from 'vitest';
import { judgeCall } from './policy.js';
import { isReadOtherwise, withWholeLetters } from './split-letters.js';

const bash = { name: 'bash', subject: { field: 'command', kind: 'command' } } as const;
const passes = (command: string) =>
  judgeCall({ allow: [], deny: ['bash(rm *)'], on_deny: 'tell' }, bash, { command }).allowed;

/** In UTF-8 all of it is one echo. */
const script = 'echo "Ã\\"; rm x; : "x" # "';
const backticks = 'echo Ã`: `rm x` : `';

describe('a script that other locales read otherwise', () => {
  it.each([
    `LC_ALL=ja_JP.SJIS\n${script}`,
    `export LC_ALL=ja_JP\n${script}`,
    `LANG=zh_CN.GBK\n${backticks}`,
    `LC_CTYPE=zh_TW.BIG5\n${script}`,
    `LC_ALL=C.UTF-8.GBK\n${script}`,
    `L''C_ALL=ja_JP.SJIS\n${script}`,
    `read LC_ALL <<< ja_JP.SJIS\n${script}`,
    `printf -v LC_ALL ja_JP.SJIS\n${script}`,
    `: \${LC_ALL:=ja_JP.SJIS}\n${script}`,
    `a=C_ALL; export L$a=ja_JP.SJIS\n${script}`,
    `LC_ALL=ja_JP.SJIS bash -c '${script}'`,
    `env LANG=ja_JP.SJIS bash -c '${script}'`,
    `LC_ALL=ja_JP.SJIS; eval $'echo "\\u00c3\\\\"; rm x; : "x" # "'`,
  ])('is denied where it may choose one: %j', (command) => {
    expect(passes(command)).toBe(false);
  });

  it.each([
    script,
    'printf "完了\\n"',
    'LC_ALL=C.UTF-8 printf "完了\\n"',
    'LANG=C sort "größe" | head',
    'LC_ALL=ja_JP.SJIS sort "größe"',
    'export PATH=$HOME/bin; printf "完了\\n"',
  ])('is no matter where it keeps to ours: %j', (command) => {
    expect(passes(command)).toBe(true);
  });
});

it.each([
  [{ LANG: 'zh_CN.GBK' }, true],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'ja_JP.SJIS' }, true],
  [{ LANG: 'zh_TW' }, true],
  [{ LC_CTYPE: 'zh_CN.GB18030', LANG: 'C.UTF-8' }, true],
  [{}, false],
  [{ LANG: 'ja_JP.UTF-8' }, false],
  [{ LC_ALL: 'C', LANG: 'zh_CN.GBK' }, false],
  [{ LANG: 'ja_JP.eucJP' }, false],
  [{ LANG: 'de_DE@euro' }, false],
])('a shell in %j reads it otherwise: %s', (env, isOtherwise) => {
  expect(isReadOtherwise(script, env)).toBe(isOtherwise);
  expect(isReadOtherwise('echo Ã', env)).toBe(false);
  expect(isReadOtherwise(script, withWholeLetters(env))).toBe(false);
});

it('keeps the language where it changes what letters are', () => {
  expect(withWholeLetters({ LC_ALL: 'zh_CN.GBK', HOME: '/' })).toEqual({
    HOME: '/',
    LANG: 'zh_CN.GBK',
    LC_CTYPE: 'C.UTF-8',
  });
});
