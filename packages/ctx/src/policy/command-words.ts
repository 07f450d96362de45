// The words of a simple command as programs take them: names, options with their values, what starts a shell by itself.

import { globCouldMatch } from './glob.js';
import { isShell, namesOfRunners, type Runner } from './runners.js';
import { hole } from './shell-words.js';

export type CommandWords = readonly string[];

/** It has no command of its own: none that is surely one, and none behind `-c` where that means one. */
export function startsShell(name: string, rest: CommandWords, { orShell, flags }: Runner): boolean {
  if (orShell === 0) return false;
  const takesScript = isShell(name) || name === 'sg' || name === 'newgrp';
  if (takesScript && rest.some((word) => /^-[A-Za-z]*c|^--(?:session-)?command/.test(word))) return false;
  const words = rest.filter((word, index) => {
    const before = rest[index - 1] ?? '';
    const isValue = before.startsWith('-') && before !== '--' && !flags.test(before) && !hasItsValue(before);
    return !word.startsWith('-') && !isValue && (word.includes('=') ? name === 'ssh' : true);
  });
  return words.length < orShell;
}

/** `s${x}h` may be a shell. */
export function couldRunOthers(name: string): boolean {
  return namesOfRunners().some((known) => globCouldMatch(known, name, hole));
}

/** By its name alone: `/bin/rm` is `rm`. */
export function bare(words: CommandWords): [string, ...string[]] {
  const [name = '', ...rest] = words;
  return [name.slice(name.lastIndexOf('/') + 1), ...rest];
}

/** `-rf` is `-r -f`, and `-4f` is `-4 -f`; `-15` stays what it is. */
export function lettersApart(words: CommandWords): CommandWords {
  return words.flatMap((word) =>
    word.startsWith('-') && /^-(?=\d*[A-Za-z])[A-Za-z\d]{2,}$/.test(word)
      ? [...word.slice(1)].map((letter) => `-${letter}`)
      : [word],
  );
}

/** The script behind `.`, which takes a path to look for it in: `. -p /dev stdin`. */
export function sourced(words: CommandWords): CommandWords {
  return withoutDashes(words[0] === '-p' ? words.slice(2) : words);
}

export function withoutDashes(words: CommandWords): CommandWords {
  return words[0] === '--' ? words.slice(1) : words;
}

/** `-n5`, `-I{}` and `--user=x` bring their values along. */
export function hasItsValue(word: string): boolean {
  return word.startsWith('--') ? word.includes('=') : /^-[A-Za-z][^A-Za-z]/.test(word);
}

/** Words from the input follow at the end, or stand in the place of what an option names. */
export function fed(words: CommandWords): CommandWords {
  const flag = words.findIndex((word) => /^-[A-Za-z\d]*[Ii]|^--rep/.test(word));
  const word = words[flag] ?? '';
  const [, attached = ''] = /^--[^=]*=(.*)$|^-[A-Za-z\d]*?[Ii](.*)$/.exec(word)?.filter(Boolean) ?? [];
  const isNext = attached === '' && word.includes('I') && !word.startsWith('--');
  const named = attached || (isNext && words[flag + 1]) || '{}';
  const command = flag + (isNext ? 2 : 1);
  const replaced = words.map((each, index) =>
    index < command ? each : each.replaceAll('{}', hole).replaceAll(named, hole),
  );
  return [...replaced, hole];
}
