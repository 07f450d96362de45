// Splits a shell script into the simple commands that it would run, and says when it cannot be sure of that.
// It errs on one side only: what it does not understand makes the answer uncertain, and an uncertain script is denied.

import { Cursor } from './cursor.js';
import { hole, ShellWords } from './shell-words.js';

interface SimpleCommand {
  readonly words: readonly string[];
  /** It sends output into a file. */
  readonly writes: boolean;
}

export interface ShellScript {
  readonly commands: readonly SimpleCommand[];
  /** Whether every command that it would run is among them. */
  readonly certain: boolean;
}

/** No shell takes a longer argument on Linux. */
const longest = 128 * 1024;
/** Subshells within subshells; more than that is somebody's attempt at the stack. */
const deepest = 50;

export function shellCommands(source: string): ShellScript {
  if (source.length > longest || source.includes(hole)) return { commands: [], certain: false };
  const scanner = new Scanner(source);
  scanner.script(undefined);
  return scanner;
}

interface HereDocument {
  readonly delimiter: string;
  readonly literal: boolean;
  readonly stripTabs: boolean;
}

const redirection = /&>>|&>|<<<|<<-|<<|<>|<&|>>|>&|>\||<|>/y;
const blanks = /(?:[ \t]|\\\n)+/y;
const comment = /[^\n]*/y;

class Scanner implements ShellScript {
  readonly commands: SimpleCommand[] = [];

  readonly #source: Cursor;
  readonly #reader: ShellWords;
  #doubtful = false;
  #depth = 0;
  #words: string[] = [];
  #writes = false;
  #hereDocuments: HereDocument[] = [];

  constructor(source: string) {
    this.#source = new Cursor(source);
    this.#reader = new ShellWords(this.#source, {
      parenthesised: () => this.#substitution(),
      quoted: (inner) => this.#include(shellCommands(inner)),
    });
  }

  get certain(): boolean {
    return !this.#doubtful && !this.#reader.doubtful && !this.#source.cutOff;
  }

  /** Up to the closing parenthesis of a substitution or a subshell, or up to the end. */
  script(closer: ')' | undefined): void {
    if (closer !== undefined) this.#expectNoHereDocument();
    for (;;) {
      this.#skip(blanks);
      const next = this.#source.peek();
      if (next === undefined) {
        if (closer !== undefined) this.#doubtful = true;
        this.#expectNoHereDocument();
        this.#endCommand();
        return;
      }
      if (next === '\n') {
        this.#endCommand(1);
        this.#skipHereDocuments();
      } else if (next === '#') this.#skip(comment);
      else if (next === ')') {
        this.#endCommand(1);
        this.#expectNoHereDocument();
        if (closer === ')') return;
        this.#doubtful = true;
      } else if (next === '(') this.#subshell();
      else if (this.#redirected()) continue;
      else if (next === ';' || next === '&' || next === '|') {
        if (this.#source.startsWith(';;')) this.#doubtful = true;
        this.#endCommand(1);
      } else this.#takeWord();
    }
  }

  /** The text of a here-document, in which `$(…)` runs as it does in double quotes. */
  expansions(): this {
    this.#reader.quotedText(undefined);
    return this;
  }

  /** Its text begins on the next line; where a script begins or ends before that, the shells themselves disagree. */
  #expectNoHereDocument(): void {
    if (this.#hereDocuments.length > 0) this.#doubtful = true;
  }

  /** After a word it would be a function or an array; doubled it is arithmetic. */
  #subshell(): void {
    if (this.#words.length > 0 || this.#source.peek(1) === '(') this.#doubtful = true;
    this.#endCommand(1);
    const before = this.commands.length;
    this.#depth += 1;
    if (this.#depth > deepest) this.#source.skipAll();
    this.script(')');
    this.#depth -= 1;
    if (this.commands.length === before) this.#doubtful = true;
  }

  /** A script inside a word: its commands are commands of the whole. */
  #substitution(): void {
    const [words, writes] = [this.#words, this.#writes];
    [this.#words, this.#writes] = [[], false];
    this.script(')');
    [this.#words, this.#writes] = [words, writes];
  }

  #endCommand(skipped = 0): void {
    this.#source.skip(skipped);
    if (this.#words.length > 0 || this.#writes) {
      this.commands.push({ words: this.#words, writes: this.#writes });
    }
    this.#words = [];
    this.#writes = false;
  }

  #takeWord(): void {
    const { text } = this.#reader.next();
    const next = this.#source.peek();
    const isDescriptor = /^\d+$/.test(text) && (next === '<' || next === '>');
    if (isDescriptor) return;
    this.#words.push(text);
    // `a[1<<2]=x` is no here-document, and telling the two apart needs more than this scanner knows.
    if (this.#source.startsWith('<<')) this.#doubtful = true;
  }

  #redirected(): boolean {
    const operator = this.#source.match(redirection);
    if (operator === undefined) return false;
    if ((operator === '<' || operator === '>') && this.#source.peek(1) === '(') {
      this.#takeWord();
      return true;
    }
    this.#source.skip(operator.length);
    this.#skip(blanks);
    const target = this.#reader.next();
    if (target.text === '' || target.text.startsWith('#')) this.#doubtful = true;
    if (operator === '<<' || operator === '<<-') {
      const { text: delimiter, quoted: literal } = target;
      this.#hereDocuments.push({ delimiter, literal, stripTabs: operator === '<<-' });
    } else if (operator.includes('>') && !isHarmless(operator, target.text)) this.#writes = true;
    return true;
  }

  #skipHereDocuments(): void {
    for (const { delimiter, literal, stripTabs } of this.#hereDocuments.splice(0)) {
      let body = '';
      for (;;) {
        if (this.#source.atEnd) {
          this.#doubtful = true;
          break;
        }
        const line = this.#source.line();
        if ((stripTabs ? line.replace(/^\t+/, '') : line) === delimiter) break;
        body += `${line}\n`;
      }
      if (!literal) this.#include(new Scanner(body).expansions());
    }
  }

  #include(script: ShellScript): void {
    this.commands.push(...script.commands);
    if (!script.certain) this.#doubtful = true;
  }

  #skip(pattern: RegExp): void {
    this.#source.skip(this.#source.match(pattern)?.length ?? 0);
  }
}

function isHarmless(operator: string, target: string): boolean {
  return target === '/dev/null' || (operator === '>&' && /^(\d+|-)$/.test(target));
}
