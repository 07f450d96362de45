// Words of a shell script as the shell reads them: quotes taken off, and a hole for what only running it would tell.

import { ansiQuoted } from './ansi-quoted.js';
import type { Cursor } from './cursor.js';
import { holdsCommands } from './runners.js';

/** Stands in a word for what is known only when the script runs: `$x`, `$(…)`, `*`. */
export const hole = '\0';

/** What a word may hold besides text: scripts, which are read by whoever reads the script around it. */
export interface ScriptsInWords {
  /** The cursor is behind the opening parenthesis; it is left behind the closing one. */
  parenthesised(): void;
  /** A script between backticks, or the text of a here-document. */
  quoted(source: string): void;
}

export interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

const parameter = /[A-Za-z_]\w*|[-?!#$@*\d]/y;
const arithmetic = /\(\([\w \t+*/%,?:=$-]*\)\)/y;
const subscript = /\[(?:[@*]|\d+|\$?[A-Za-z_]\w*)\]/y;
/** A subscript may hold blanks and all: `a[1 + 2]=x` is one word. */
const plainSubscript = /[\w$@*.,^!+-]*\]/y;
const plainSet = /[^\s;&|()<>'"`$\\[\]!^][^\s;&|()<>'"`$\\[\]]{0,200}\]/y;
const anySet = /(?:[^\s;&|()<>'"\\]|\\[\s\S]|'[^']{0,200}'|"[^"]{0,200}"){1,200}?\]/y;
/** `${GIT_EDITOR:=rm x}` */
const assignedInBraces = /\w+(?=:?=)/y;
const name = /^[A-Za-z_]\w*$/;
const wordEnd = new Set([' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>']);
const blank = /^\s?$/;
/** Nobody means a script that nests deeper; somebody may mean to exhaust the stack. */
const deepest = 20;

export class ShellWords {
  readonly #source: Cursor;
  readonly #scripts: ScriptsInWords;
  #depth = 0;
  doubtful = false;
  /** It computes: text that a variable holds may be read as an expression, and run what is in it. */
  evaluates = false;

  constructor(source: Cursor, scripts: ScriptsInWords) {
    this.#source = source;
    this.#scripts = scripts;
  }

  next(): Word {
    let text = '';
    let quoted = false;
    let braces = false;
    for (;;) {
      const next = this.#source.peek();
      if (next === undefined) break;
      if (text === '' && (next === '<' || next === '>') && this.#source.peek(1) === '(') {
        this.#source.skip(2);
        text += this.#nested(() => this.#scripts.parenthesised());
        continue;
      }
      if (wordEnd.has(next)) break;
      this.#source.skip(1);
      // A continued line is joined before anything else is looked at, so it quotes nothing.
      if (next === "'" || next === '"' || (next === '\\' && this.#source.peek() !== '\n')) quoted = true;
      if (next === '$' && (this.#source.peek() === "'" || this.#source.peek() === '"')) quoted = true;
      if (next === '{') braces = true;
      text += this.#piece(next, text);
    }
    const expands = braces && (text.includes(',') || text.includes('..'));
    return { text: expands ? hole : text, quoted };
  }

  /** Between double quotes; without a closer, the text of a here-document: there a quote is a letter like any other. */
  quotedText(closer: '"' | undefined): string {
    let text = '';
    for (;;) {
      const next = this.#source.take();
      if (next === closer) return text;
      if (next === undefined) return this.#cutOff(text);
      if (next === '$') text += this.#expansion();
      else if (next === '`') text += this.#backticks();
      else if (next === '\\' && '$`"\\\n'.includes(this.#source.peek() ?? ' ')) text += this.#escaped();
      else text += next;
    }
  }

  #piece(next: string, before: string): string {
    switch (next) {
      case "'":
        return this.#source.upTo("'");
      case '"':
        return this.quotedText('"');
      case '\\':
        return this.#escaped();
      case '$':
        return this.#quotedByDollar() ?? this.#expansion();
      case '`':
        return this.#backticks();
      case '*':
      case '?':
        return hole;
      case '[':
        if (this.#isTestCommand(before)) return next;
        if (name.test(before)) this.evaluates = true;
        if (name.test(before) && this.#source.match(plainSubscript) === undefined) this.doubtful = true;
        return this.#set();
      default:
        return next;
    }
  }

  /** `[ab]` stands for one letter; with quotes, a class or a bracket in it, for what only the shell knows. */
  #set(): string {
    const plain = this.#source.match(plainSet);
    this.#source.skip(plain?.length ?? 0);
    if (plain === undefined && this.#source.match(anySet) !== undefined) this.doubtful = true;
    return hole;
  }

  /** `[` or `[[` as a word of its own; anywhere else it may begin a pattern. */
  #isTestCommand(before: string): boolean {
    const ends = (ahead: number) => blank.test(this.#source.peek(ahead) ?? '');
    if (before === '') return ends(0) || (this.#source.peek() === '[' && ends(1));
    return before === '[' && ends(0);
  }

  #escaped(): string {
    const next = this.#source.take();
    if (next === undefined) return this.#cutOff('');
    return next === '\n' ? '' : next;
  }

  /** `$'…'` and `$"…"`, which are quotes only outside of other quotes. */
  #quotedByDollar(): string | undefined {
    if (this.#source.peek() === '"') return '';
    if (this.#source.peek() !== "'") return undefined;
    this.#source.skip(1);
    const start = this.#source.position;
    for (;;) {
      const next = this.#source.take();
      if (next === "'") return ansiQuoted(this.#source.from(start).slice(0, -1)) ?? hole;
      if (next === undefined) return this.#cutOff(hole);
      if (next === '\\') this.#source.skip(1);
    }
  }

  #expansion(): string {
    const next = this.#source.peek();
    if (next === '(') return this.#parenthesised();
    if (next === '{') {
      this.#source.skip(1);
      return this.#nested(() => this.#insideBraces());
    }
    if (next === '[') this.doubtful = true;
    const variable = this.#source.match(parameter);
    if (variable === undefined) return '$';
    this.#source.skip(variable.length);
    return hole;
  }

  /** `$(…)`, or the plainest of arithmetic: other `$((` may be a subshell inside a substitution. */
  #parenthesised(): string {
    const sum = this.#source.match(arithmetic);
    if (sum !== undefined) {
      this.evaluates = true;
      this.#source.skip(sum.length);
      return hole;
    }
    if (this.#source.peek(1) === '(') this.doubtful = true;
    this.#source.skip(1);
    return this.#nested(() => this.#scripts.parenthesised());
  }

  #insideBraces(): void {
    const assigned = this.#source.match(assignedInBraces);
    if (assigned !== undefined && holdsCommands(assigned)) this.doubtful = true;
    const first = this.#source.peek() ?? ' ';
    if (/[\s|]/.test(first)) this.doubtful = true;
    if (first === '!') this.evaluates = true;
    for (;;) {
      const next = this.#source.take();
      if (next === '}') return;
      if (next === undefined || next === "'") {
        this.doubtful = true;
        return;
      }
      this.#insideBrace(next);
    }
  }

  #insideBrace(next: string): void {
    const after = this.#source.peek() ?? '';
    if (next === '\\') {
      // What is left of `\$` is a dollar that somebody may evaluate later.
      if ('$`'.includes(after)) this.evaluates = this.doubtful = true;
      this.#source.skip(1);
    } else if (next === '"') this.quotedText('"');
    else if (next === '$') this.#expansion();
    else if (next === '`') this.#backticks();
    else if ((next === '<' || next === '>') && after === '(') this.doubtful = true;
    else if (next === '@' || (next === ':' && !'-+=?'.includes(after))) this.evaluates = true;
    else if (next === '[') this.#subscript();
  }

  /** The shell reads a subscript by rules of its own, quotes and braces included. */
  #subscript(): void {
    this.#source.skip(-1);
    const simple = this.#source.match(subscript);
    this.#source.skip(simple?.length ?? 1);
    this.evaluates = true;
    if (simple === undefined) this.doubtful = true;
  }

  #backticks(): string {
    const inner = this.#source.upTo('`');
    if (inner.includes('\\')) this.doubtful = true;
    this.#scripts.quoted(inner);
    return hole;
  }

  #nested(read: () => void): string {
    if (this.#depth >= deepest) {
      this.doubtful = true;
      this.#source.skipAll();
      return hole;
    }
    this.#depth += 1;
    read();
    this.#depth -= 1;
    return hole;
  }

  #cutOff(text: string): string {
    this.doubtful = true;
    return text;
  }
}
