// The scripts that an allow rule can cover: so plain that each command they run is known word by word.
// What is not in this grammar may be harmless; nobody proves it here, so nothing allows it.
//
//   script   = command { separator command }      separator = ";" | "&&" | "||" | "|" | newline
//   command  = word { word | redirect }           redirect  = "2>&1" | ">/dev/null" and their like
//   word     = { plain characters | '…' | "…" }   "…" may hold $name, which only a rule's star covers
//
// docs/policy.md says what is left out and why; test/fuzz.test.ts holds this file against bash.

import { hole } from './shell-words.js';

/** No shell takes a longer argument on Linux. */
const longest = 128 * 1024;

/** A blank inside a word. Only a star covers it: the rule `git log *` is not about a program called `git log`. */
const innerBlank = '\x01';

/** Any control character but tab and newline: shells keep some for themselves. Spelt out: `\p{…}` costs a hook 0.4 ms. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;
const gap = /[ \t]+/y;
const separator = /&&|\|\||[;|\n]/y;
/** Output that goes nowhere, or where other output goes. */
const redirect = /(?<=[ \t])(?:[12]?>&[12]|[12]?>[ \t]*\/dev\/null)(?=[ \t\n;|]|$)/y;
/** `~` is a home only at the start of a word or behind `:` and `=`. */
const plain = /(?:[A-Za-z0-9_@%+=:,./^-]|(?<=[A-Za-z0-9_^])~)+/y;
const singleQuoted = /'[^']*'/y;
const doubleQuoted = /"(?:[\t\n !#%-[\]-_a-~]|\\[\t -~]|\$[A-Za-z_]\w*|\$(?="))*"/y;
/** Beyond ASCII, without anything that expands: in some locales the second half of a letter is a backslash. */
const doubleQuotedText = /"[\t\n !#%-[\]-_a-~\u00a0-\uffff]*"/y;

const commandName = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;
const reserved = new Set(
  'if then elif else fi for in do done while until case esac select function time coproc'.split(' '),
);

/** The words of each command; nothing where the script is not that plain. */
export function plainCommands(source: string): readonly (readonly string[])[] | undefined {
  if (source.length > longest || control.test(source)) return undefined;
  const reader = new Reader(source);
  const commands: (readonly string[])[] = [];
  for (;;) {
    const words = reader.command();
    const between = reader.take(separator);
    if (words === undefined || mayEvaluate(words) || (between === undefined && !reader.atEnd))
      return undefined;
    if (words.length > 0) commands.push(words);
    else if (between !== undefined && between !== '\n') return undefined;
    if (between === undefined) return words.length > 0 || reader.endsWell ? commands : undefined;
    reader.endsWell = between === '\n' || between === ';';
  }
}

class Reader {
  readonly #source: string;
  #at = 0;
  /** Whether the script may end here: not behind `&&`. */
  endsWell = false;

  constructor(source: string) {
    this.#source = source;
  }

  get atEnd(): boolean {
    return this.#at === this.#source.length;
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.#source) ?? [];
    this.#at += text?.length ?? 0;
    return text;
  }

  /** Up to what is no word: a separator, the end, or something that is not plain. */
  command(): string[] | undefined {
    const words: string[] = [];
    for (;;) {
      this.take(gap);
      if (words.length > 0 && this.take(redirect) !== undefined) continue;
      const word = this.#word();
      if (word === undefined) return words;
      if (words.length === 0 && !isCommandName(word)) return undefined;
      words.push(word.text.replaceAll(' ', innerBlank));
    }
  }

  #word(): { text: string; quoted: boolean } | undefined {
    let text = '';
    let quoted = false;
    for (let pieces = 0; ; pieces++) {
      const letters = this.take(plain);
      const literal = letters === undefined ? this.#quoted() : undefined;
      if (literal !== undefined) quoted = true;
      const piece = letters ?? literal;
      if (piece === undefined) return pieces === 0 ? undefined : { text, quoted };
      text += piece;
    }
  }

  #quoted(): string | undefined {
    const literal = this.take(singleQuoted) ?? this.take(doubleQuotedText);
    if (literal !== undefined) return literal.slice(1, -1);
    const inner = this.take(doubleQuoted)?.slice(1, -1);
    return inner?.replace(/\\([$`"\\])|\$[A-Za-z_]\w*/g, (_, escaped?: string) => escaped ?? hole);
  }
}

/** Builtins that read words as names of variables, and run what stands in a subscript: `printf -v 'a[$(rm x)]'`. */
const evaluatesWords = new Set(
  'let declare typeset local readonly export unset read mapfile readarray printf wait getopts test'.split(
    ' ',
  ),
);

function mayEvaluate([name = '', ...rest]: readonly string[]): boolean {
  // `builtin test` and `command -p test` are the same builtin.
  if (name === 'builtin' || name === 'command')
    return mayEvaluate(rest.slice(rest.findIndex((word) => !word.startsWith('-'))));
  if (!evaluatesWords.has(name)) return false;
  return assigns(name, rest) || rest.some((word) => word.includes('[') || word.includes(hole));
}

/** `printf -v` puts text together: a PATH for the next command, or a subscript that no word here shows. */
function assigns(name: string, [option = '']: readonly string[]): boolean {
  return name === 'printf' && option.startsWith('-v');
}

function isCommandName({ text, quoted }: { text: string; quoted: boolean }): boolean {
  return commandName.test(text) && (quoted || !reserved.has(text));
}
