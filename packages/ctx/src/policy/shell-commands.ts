// Splits a shell script into the simple commands that it would run, and says when it cannot be sure of that.
// It errs on one side only: what it does not understand makes the answer uncertain, and an uncertain script is denied.
// It serves deny rules. What an allow rule may cover is read by plain-script.ts.
// Hooks read one short script and end: letters are looked at first, and an expression is made only where one may match.

import { Cursor } from './cursor.js';
import { hole, ShellWords } from './shell-words.js';
import { hasSplitLetters, namesLocale } from './split-letters.js';

export interface ShellScript {
  /** The words of each simple command. */
  readonly commands: readonly (readonly string[])[];
  /** Whether every command that it would run is among them. */
  readonly certain: boolean;
  /** It computes: text that it holds may be read as an expression, and run what is in it. */
  readonly evaluates: boolean;
  /** It holds text that would run something if it were evaluated: `'$(…)'`. */
  readonly holdsScripts: boolean;
  /** It holds a piece of a command line for find: `x='-exec rm {} ;'`. */
  readonly holdsExec: boolean;
  /** Some locales read other letters in it, and other commands with them. */
  readonly splitsLetters: boolean;
  /** It may choose the locale that it is read in. */
  readonly namesLocale: boolean;
}

/** No shell takes a longer argument on Linux. */
const longest = 128 * 1024;
/** Scripts within scripts; more than that is somebody's attempt at the stack. */
const deepest = 20;
const unreadable: ShellScript = {
  commands: [],
  certain: false,
  evaluates: true,
  holdsScripts: true,
  holdsExec: true,
  splitsLetters: true,
  namesLocale: true,
};

export function shellCommands(source: string, depth = 0): ShellScript {
  if (source.length > longest || depth > deepest || source.includes(hole)) return unreadable;
  const scanner = new Scanner(source, depth);
  scanner.script(undefined);
  return scanner;
}

interface HereDocument {
  readonly delimiter: string;
  readonly literal: boolean;
  readonly stripTabs: boolean;
}

const redirection = /&>>|&>|<<<|<<-|<<|<>|<&|>>|>&|>\||<|>/y;
const comment = /[^\n]*/y;
/** The shell joins lines before it looks at what stands there: `$\⏎(` is `$(`. */
const joinsMoreThanWords = /[^\w \t"'.,:/=)&|;-]\\\n/;

const execPiece = /[\s=]-(?:exec|ok)|^-(?:exec|ok)\S*\s/;

class Scanner implements ShellScript {
  readonly commands: (readonly string[])[] = [];

  readonly #source: Cursor;
  readonly #reader: ShellWords;
  #doubtful: boolean;
  #evaluates = false;
  holdsExec = false;
  readonly splitsLetters: boolean;
  readonly #text: string;
  #dollar = false;
  #parenthesis = false;
  #depth: number;
  #words: string[] = [];
  #hereDocuments: HereDocument[] = [];

  constructor(source: string, depth: number) {
    this.#source = new Cursor(source);
    this.#depth = depth;
    this.#doubtful = source.includes('\\\n') && joinsMoreThanWords.test(source);
    this.splitsLetters = hasSplitLetters(source);
    this.#text = source;
    this.#reader = new ShellWords(this.#source, {
      parenthesised: () => this.#substitution(),
      quoted: (inner) => this.#include(shellCommands(inner, this.#depth + 1)),
    });
  }

  get certain(): boolean {
    return !this.#doubtful && !this.#reader.doubtful && !this.#source.cutOff;
  }

  get namesLocale(): boolean {
    return namesLocale(this.#text);
  }

  get evaluates(): boolean {
    return this.#evaluates || this.#reader.evaluates;
  }

  get holdsScripts(): boolean {
    return this.#dollar && this.#parenthesis;
  }

  /** Up to the closing parenthesis of a substitution or a subshell, or up to the end. */
  script(closer: ')' | undefined): void {
    if (closer !== undefined) this.#expectNoHereDocument();
    for (;;) {
      this.#skipBlanks();
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
    this.#hold(this.#reader.quotedText(undefined));
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
    const words = this.#words;
    this.#words = [];
    this.script(')');
    this.#words = words;
  }

  #endCommand(skipped = 0): void {
    this.#source.skip(skipped);
    if (this.#words.length > 0) this.commands.push(this.#words);
    this.#words = [];
  }

  #takeWord(): void {
    const { text } = this.#reader.next();
    const next = this.#source.peek();
    const isDescriptor = (next === '<' || next === '>') && /^(?:\d+|\{[^,]*\})$/.test(text);
    if (isDescriptor) return;
    this.#words.push(text);
    this.#hold(text);
    // `a[1<<2]=x` is no here-document, and telling the two apart needs more than this scanner knows.
    if (this.#source.startsWith('<<')) this.#doubtful = true;
  }

  #redirected(): boolean {
    const operator = startsRedirection(this.#source.peek()) ? this.#source.match(redirection) : undefined;
    if (operator === undefined) return false;
    if ((operator === '<' || operator === '>') && this.#source.peek(1) === '(') {
      this.#takeWord();
      return true;
    }
    this.#source.skip(operator.length);
    this.#skipBlanks();
    const target = this.#reader.next();
    if (target.text === '' || target.text.startsWith('#')) this.#doubtful = true;
    this.#hold(target.text);
    // Bash expands the name of the file a second time.
    if (operator.endsWith('&') && !/^[\w./-]+$/.test(target.text)) this.#doubtful = true;
    if (operator === '<<' || operator === '<<-') {
      const { text: delimiter, quoted: literal } = target;
      this.#hereDocuments.push({ delimiter, literal, stripTabs: operator === '<<-' });
    }
    return true;
  }

  #skipHereDocuments(): void {
    for (const { delimiter, literal, stripTabs } of this.#hereDocuments.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (this.#source.atEnd) {
          this.#doubtful = true;
          break;
        }
        const line = this.#source.line();
        if ((stripTabs ? line.replace(/^\t+/, '') : line) === delimiter) break;
        // It goes on in the next line, which then is no delimiter.
        if (!literal && line.endsWith('\\')) this.#doubtful = true;
        lines.push(`${line}\n`);
      }
      const body = lines.join('');
      if (literal) this.#hold(body);
      else if (this.#depth >= deepest) this.#doubtful = true;
      else this.#include(new Scanner(body, this.#depth + 1).expansions());
    }
  }

  /** Text in which a dollar or a backtick is left was quoted: it is a script only for what evaluates it. */
  #hold(text: string): void {
    if (text.includes('$')) this.#dollar = true;
    if (text.includes('(') || text.includes('{')) this.#parenthesis = true;
    if ((text.includes('-exec') || text.includes('-ok')) && execPiece.test(text)) this.holdsExec = true;
    if (text.includes('`')) this.#dollar = this.#parenthesis = true;
  }

  #include(script: ShellScript): void {
    for (const command of script.commands) this.commands.push(command);
    if (!script.certain) this.#doubtful = true;
    if (script.evaluates) this.#evaluates = true;
    if (script.holdsExec) this.holdsExec = true;
    if (script.holdsScripts) this.#dollar = this.#parenthesis = true;
  }

  #skipBlanks(): void {
    for (;;) {
      const next = this.#source.peek();
      if (next === ' ' || next === '\t') this.#source.skip(1);
      else if (next === '\\' && this.#source.peek(1) === '\n') this.#source.skip(2);
      else return;
    }
  }

  #skip(pattern: RegExp): void {
    this.#source.skip(this.#source.match(pattern)?.length ?? 0);
  }
}

function startsRedirection(sign: string | undefined): boolean {
  return sign === '<' || sign === '>' || sign === '&';
}
