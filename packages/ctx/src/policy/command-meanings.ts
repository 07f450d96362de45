// What a simple command runs in the end: `sudo env X=1 /bin/rm -r a` is also `rm -r a`, and `sh -c` runs another script.
// It serves deny rules: a reading too many denies too much, a reading too few lets something through.

import {
  bare,
  type CommandWords,
  couldRunOthers,
  fed,
  hasItsValue,
  lettersApart,
  sourced,
  startsShell,
  withoutDashes,
} from './command-words.js';
import { globCouldMatch } from './glob.js';
import {
  beyondReading,
  commandHeldBy,
  evaluators,
  holdsCommands,
  isShell,
  type Runner,
  runnerOf,
  scriptVariables,
  setters,
} from './runners.js';
import { type ShellScript, shellCommands } from './shell-commands.js';
import { hole } from './shell-words.js';

export interface Meanings {
  /** Every command that is run, as text, in each form that a rule may name it by. */
  readonly texts: readonly string[];
  readonly certain: boolean;
}

/** Scripts within scripts, wrappers within wrappers. */
const deepest = 8;
/** One command can be read in many ways; past these bounds, nothing is certain. */
const mostReadings = 2_000;
const mostText = 256 * 1024;

const assignment = new RegExp(`^(\\w+)(?:${hole}[^=]*)?\\+?=`);
/** `/dev/fd/3`, also by way of the folder that it is in. */
const endsAsDescriptor = new RegExp(`(?:^|[/${hole}])[\\d${hole}]*$`);
const execOfFind = /^-(?:exec|ok)/;

export function meaningsOf(script: ShellScript): Meanings {
  const reading = new Reading();
  reading.script(script, 0);
  return reading.settle();
}

const readsInput = /^-[A-Za-z]*s/;

class Reading implements Meanings {
  readonly texts: string[] = [];
  certain = true;
  #length = 0;
  #evaluates = false;
  #holdsScripts = false;
  #holdsExec = false;
  #finds = false;
  #splitsLetters = false;
  #namesLocale = false;
  readonly #scripts: ShellScript[] = [];

  script(script: ShellScript, depth: number): void {
    if (!script.certain || depth > deepest) this.certain = false;
    this.#evaluates ||= script.evaluates;
    this.#holdsScripts ||= script.holdsScripts;
    this.#holdsExec ||= script.holdsExec;
    this.#splitsLetters ||= script.splitsLetters;
    this.#scripts.push(script);
    for (const words of script.commands) {
      if (!this.certain) return;
      this.#text(words.join(' '));
      this.#command(words, depth);
    }
  }

  /** What one part of a script holds, another may run. */
  settle(): this {
    if (this.#holdsScripts && this.#evaluates) this.certain = false;
    if (this.#holdsExec && this.#finds) this.certain = false;
    if (this.#splitsLetters && (this.#namesLocale || this.#scripts.some((script) => script.namesLocale)))
      this.certain = false;
    return this;
  }

  #command(all: CommandWords, depth: number): void {
    if (!this.certain) return;
    const words = this.#withoutAssignments(all, depth);
    if (words.length === 0) return;
    if (depth > deepest) {
      this.certain = false;
      return;
    }
    const [name, ...rest] = bare(words);
    this.#program(name, rest);
    const apart = lettersApart(rest);
    if (apart.length > rest.length) this.#program(name, apart);
    if (beyondReading.has(name)) this.certain = false;
    if (evaluators.has(name)) {
      this.#evaluates = true;
      if (rest.some((word) => scriptVariables.test(word))) this.certain = false;
      for (const word of rest) this.#withoutAssignments([word], depth);
      if (setters.has(name) && rest.some(holdsCommands)) this.certain = false;
      this.#namesComputed(rest, depth + 1);
      // `export L$x=…`: whatever it names, it may be the locale.
      if (rest.some((word) => word.split('=', 1)[0]?.includes(hole))) this.#namesLocale = true;
    }
    if (name.includes(hole) && couldRunOthers(name)) this.certain = false;
    const runner = runnerOf(name);
    if (runner !== undefined) this.#runner(runner, rest, depth + 1);
    if (runner !== undefined && startsShell(name, rest, runner)) this.certain = false;
    if (isShell(name)) this.#shell(rest, depth + 1);
    if (name === 'trap' || name === 'mapfile' || name === 'readarray') {
      for (const word of rest) {
        if (word.startsWith('-')) this.#split(word, [], depth + 1);
        else this.#source(word, depth + 1);
      }
    }
    if (name === 'eval') this.#source(withoutDashes(rest).join(' '), depth + 1);
    if (name === '.' || name === 'source') this.#scriptFile(sourced(rest), depth + 1);
    if (name === 'for' && holdsCommands(rest[0] ?? '')) this.certain = false;
    if (name === 'for') this.#behind('do', rest, depth + 1);
    this.#behind(']]', rest, depth + 1);
    if (name === 'find') this.#find(rest, depth + 1);
    if (name === 'git' && rest.some((word) => /^(?:--config-env=)?alias\./i.test(word))) this.certain = false;
    // The tool's input is JSON, which nobody reads as a script.
    if ((name === 'ctx' || name === 'ctx.cjs') && rest.includes('exec-tool')) this.certain = false;
    // Each of its commands is a program of its own as well: `/usr/lib/git-core/git-push`.
    if (name.startsWith('git-')) this.#command(['git', name.slice('git-'.length), ...rest], depth + 1);
  }

  /** `export $a='rm x'` and `declare -n a=GIT_EDITOR`: the variable that is set may be one whose value is run. */
  #namesComputed(rest: CommandWords, depth: number): void {
    const refers = rest.some((word) => /^-[A-Za-z]*n/.test(word));
    for (const word of rest) {
      const at = word.indexOf('=');
      if (at < 0) continue;
      const value = word.slice(at + 1);
      if (word.slice(0, at).includes(hole) && !value.includes(hole)) this.#source(value, depth);
      if (refers && (value.includes(hole) || holdsCommands(value))) this.certain = false;
    }
  }

  #withoutAssignments(words: CommandWords, depth: number): CommandWords {
    let first = 0;
    for (; first < words.length; first++) {
      const word = words[first] ?? '';
      const [start = '', name] = (word.includes('=') && assignment.exec(word)) || [];
      if (name === undefined) break;
      if (scriptVariables.test(name)) this.certain = false;
      const held = commandHeldBy(name, word.slice(start.length));
      if (held !== undefined) this.#source(held, depth + 1);
    }
    return words.slice(first);
  }

  /** `git -C . push` is `git push`: which option takes a value is not known, so each is read both ways. */
  #program(name: string, rest: CommandWords): void {
    this.#text([name, ...rest].join(' '));
    for (let at = 0, open = 1; at < rest.length && open > 0 && this.certain; at++) {
      const word = rest[at] ?? '';
      open = word.startsWith('-') || word.startsWith(hole) ? 2 : open - 1;
      if (open > 0 && at + 1 < rest.length) this.#text([name, ...rest.slice(at + 1)].join(' '));
    }
  }

  /** The command begins at the first word that is no option, unless that is a value or an operand. */
  #runner({ behind, ...runner }: Runner, given: CommandWords, depth: number): void {
    if (behind !== undefined) {
      for (const [index, word] of given.entries()) {
        if (!behind.test(word)) continue;
        if (word.startsWith('-')) this.#split(word, [], depth);
        this.#runner(runner, given.slice(index + 1), depth);
      }
      return;
    }
    const rest = runner.feeds ? fed(given) : given;
    // What find would do is then in the input.
    if (runner.feeds && given.some((word) => bare([word])[0] === 'find')) this.certain = false;
    let candidates = 1 + runner.operands;
    for (const [index, word] of rest.entries()) {
      if (!this.certain) return;
      if (runner.splits) this.#split(word, rest.slice(index + 1), depth);
      // For env everything with a sign in it is an assignment.
      if (word.includes('=') && !word.startsWith('-')) {
        this.#withoutAssignments([word], depth);
        continue;
      }
      if (word.startsWith('-')) {
        if (word !== '--' && !runner.flags.test(word) && !hasItsValue(word)) candidates += 1;
        continue;
      }
      this.#command(rest.slice(index), depth);
      candidates -= 1;
      if (candidates === 0) return;
    }
  }

  /** A word that is split up again, maybe behind the letters of an option: `-S'rm x'`, `--command='rm x'`. */
  #split(word: string, rest: CommandWords, depth: number): void {
    // Escapes of env's own: `\_` is a blank.
    if (/\\[_cfnrtv#]/.test(word)) this.certain = false;
    if (!word.startsWith('-')) {
      if (/[\s;&|<>()$`'"\\]/.test(word)) this.#source([word, ...rest].join(' '), depth);
      return;
    }
    const value = word.indexOf('=') + 1;
    const starts = value > 0 ? [value] : [2, 3, 4, 5].filter((start) => start < word.length);
    for (const start of starts) if (this.certain) this.#source([word.slice(start), ...rest].join(' '), depth);
  }

  #shell(rest: CommandWords, depth: number): void {
    // A file that it reads first, whatever it does then.
    const first = rest.findIndex((word) => /^--?(?:rcfile|init-file)/.test(word));
    if (first >= 0) this.#file((rest[first] ?? '').includes('=') ? hole : rest[first + 1]);
    const flag = rest.findIndex((word) => /^[-+][A-Za-z]*c/.test(word));
    if (flag >= 0) {
      // `bash -s x -c y` reads its input: behind `x`, `-c` is one more word of it.
      if (rest.slice(0, flag).some((word) => readsInput.test(word))) this.certain = false;
      // What stands before it is an option's value, or a script's file, behind which `-c` means nothing.
      for (const [index, word] of rest.slice(0, flag).entries()) {
        if (!/^[-+]/.test(word)) this.#scriptFile(rest.slice(index), depth);
      }
      // `-o` takes a value, so the script may be the second word that looks like one.
      let scripts = rest.some((word) => /^[-+][A-Za-z]*[oO]/.test(word)) ? 2 : 1;
      for (const word of rest.slice(flag + 1)) {
        if (/^[-+]/.test(word)) continue;
        if (scripts > 0) this.#source(word, depth);
        scripts -= 1;
      }
      return;
    }
    if (rest.length === 1 && /^--(?:version|help)$/.test(rest[0] ?? '')) return;
    // `-o posix` and `-O extglob`: the second word is no file.
    const operands = rest.filter(
      (word, index) => !/^[-+]./.test(word) && !/^[-+][A-Za-z]*[oO]$/.test(rest[index - 1] ?? ''),
    );
    if (
      rest.some((word) => readsInput.test(word)) ||
      rest.some((word) => word.startsWith('--') && word.includes('file'))
    )
      this.certain = false;
    this.#scriptFile(operands, depth);
    if (operands.length < rest.length) for (const operand of operands) this.#file(operand);
  }

  /** Shells look for it on the PATH, too. */
  #scriptFile(words: CommandWords, depth: number): void {
    this.#file(words[0]);
    this.#command(words, depth);
  }

  /** A script's file is not read; a descriptor holds a script that somebody gives it here. */
  #file(path: string | undefined): void {
    if (path === undefined || path === '-' || endsAsDescriptor.test(path)) this.certain = false;
    else if (globCouldMatch('*stdin', path, hole)) this.certain = false;
  }

  /** `for x do rm $x; done` has no separator before its `do`, nor has `if [[ x ]] then`. */
  #behind(keyword: string, rest: CommandWords, depth: number): void {
    for (const [index, word] of rest.entries()) {
      if (this.certain && word === keyword) this.#command(rest.slice(index + 1), depth);
    }
  }

  #find(rest: CommandWords, depth: number): void {
    if (rest.some((word) => word.includes(hole))) this.#finds = true;
    const given = rest.map((word) => word.replaceAll('{}', hole));
    for (const [index, word] of given.entries()) {
      if (!this.certain) return;
      if (execOfFind.test(word)) this.#command(given.slice(index + 1), depth);
      else if (word.includes(hole) && !word.startsWith('/')) this.#command(given.slice(index + 1), depth);
    }
  }

  #source(source: string, depth: number): void {
    if (source.includes(hole)) this.certain = false;
    if (this.certain) this.script(shellCommands(source, depth), depth);
  }

  #text(text: string): void {
    this.#length += text.length;
    if (this.texts.length >= mostReadings || this.#length > mostText) this.certain = false;
    else this.texts.push(text);
  }
}
