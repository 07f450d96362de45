// Locales in which bash reads another script than the one that stands there: in Shift JIS, GBK and Big5 the last byte of a letter in
// UTF-8 and the backslash behind it are one letter. `echo "Ã\"; rm x; : "" # "` then ends its text before `rm x`.

/** Signs that may be the second half of a letter, and change what a script says when they are. */
const behindLetter = /[^\0-\x7f][\\`[\]{|}~^]/;

/** Whether a script says something else in such a locale. */
export function hasSplitLetters(source: string): boolean {
  return isBeyondAscii(source) && behindLetter.test(source);
}

/** A loop: nearly all scripts are ASCII, and an expression takes longer to make. */
function isBeyondAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 126) return true;
  return false;
}

/** A variable of the locale, unless it is given one that reads UTF-8 or single bytes. */
const otherLocale = /(?:LC_|LANG|LOCPATH)(?!\w*=(?:C|POSIX|[\w-]+\.(?:utf|UTF)-?8)(?![\w.@-]))/;

/** Whether a script may set such a locale. It may also put the name together, which whoever reads its words has to notice. */
export function namesLocale(source: string): boolean {
  return otherLocale.test(source.replace(/['"\\]/g, ''));
}

const wholeLetters = /^$|^(?:C|POSIX)$|utf-?8|8859|koi8|euc|^(?!zh)[a-z]{2,3}(?:_[A-Z]{2})?(?:@\w+)?$/i;

/** Whether a shell that is started in this environment may read another script. */
export function isReadOtherwise(source: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return hasSplitLetters(source) && mayJoinLetters(env);
}

function mayJoinLetters(env: Readonly<Record<string, string | undefined>>): boolean {
  return !wholeLetters.test(localeOf(env));
}

/** The same environment with a locale that reads UTF-8, which is what we write scripts in; its language stays. */
export function withWholeLetters(env: Readonly<Record<string, string>>): Record<string, string> {
  if (!mayJoinLetters(env)) return { ...env };
  const { LC_ALL: _, ...others } = env;
  return { ...others, LANG: localeOf(env), LC_CTYPE: 'C.UTF-8' };
}

function localeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
}
