// Which command a line of words means. It looks at names only; no command's code is loaded for it.

import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';
import { nearest, within } from '../text/nearest.js';
import { globalFlags } from './global-flags.js';

const missingCommand = '<missing>';

/** `name` is what the envelope calls the command, also where there is none. */
export type Resolved =
  | { readonly name: string; readonly rest: readonly string[] }
  | { readonly name: string; readonly failure: Failure };

export function resolveCommand(argv: readonly string[], names: readonly string[]): Resolved {
  const leading = leadingFlags(argv);
  const [first] = leading.others;
  if (first === '--version' || first === '-V')
    return { name: 'version', rest: [...leading.globals, ...leading.others.slice(1)] };
  if (leading.help) return { name: 'help', rest: [...leading.globals, ...leading.others] };
  if (first === undefined || first === '--' || first === '') return missing(names);
  if (asksForRun(leading.others, names))
    return { name: promptCommand, rest: [...leading.globals, ...leading.others] };
  if (first.startsWith('-')) return unknownFlag(first, leading.others[1]);
  return match(leading.globals, leading.others, names);
}

/** The command that a prompt goes to, in a program that has one. */
const promptCommand = 'run';

/**
 * A first word with white space that is near no command is a prompt, and so is the line of a flag that only makes sense
 * with one. What is a single word is never sent to a model: it may be a mistyped command.
 */
function asksForRun(words: readonly string[], names: readonly string[]): boolean {
  if (!names.includes(promptCommand)) return false;
  const [first = ''] = words;
  if (!first.startsWith('-')) return isPrompt(first, names);
  if (/^(?:-[pc]|--task|--continue)(?:=|$)/.test(first)) return true;
  return words.some((word) => isPrompt(word, names));
}

/** More slips than these, and short prompts would count as commands: `fix it` is three from `init`. */
const mostSlips = 2;

function isPrompt(word: string, names: readonly string[]): boolean {
  return /\S\s+\S/.test(word) && within(mostSlips, word.trim(), names) === undefined;
}

function leadingFlags(argv: readonly string[]) {
  const globals: string[] = [];
  let help = false;
  let i = 0;
  for (; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (asksForHelp(word)) help = true;
    else if (word === '--json') globals.push(word);
    else if (word === '--output-format' || word === '--envelope-version' || word === '--jq') {
      globals.push(...argv.slice(i, i + 2));
      i++;
    } else if (/^--(?:output-format|envelope-version|jq)=/.test(word)) globals.push(word);
    else break;
  }
  return { globals, help, others: argv.slice(i) };
}

function asksForHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function match(globals: readonly string[], words: readonly string[], names: readonly string[]): Resolved {
  const plain = words.slice(0, firstFlag(words));
  for (let length = Math.min(plain.length, 3); length > 0; length--) {
    const name = plain.slice(0, length).join(' ');
    if (!names.includes(name)) continue;
    const behind = name === textCommand ? textOf(words.slice(length)) : plain.slice(length);
    const [extra] = behind;
    if (extra !== undefined && isMeantAsCommand(name, extra, names))
      return unknown(`${name} ${extra}`, [name, ...behind], names);
    return { name, rest: [...globals, ...words.slice(length)] };
  }
  return noMatch(globals, plain, words.slice(plain.length), names);
}

/** The command of a group that takes any text: behind it, `add` would become part of the text without a word. */
const textCommand = 'remind';
const verbs = ['ad', 'add', 'create', 'del', 'delete', 'done', 'edit', 'ls', 'new', 'remove', 'rm', 'show'];

/** The words of the text, also behind flags; none where `--` says that all of it is text. */
function textOf(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  const before = (i: number) => words[i - 1] ?? '';
  const isValue = (i: number) => /^--(?!json$|help$)[^=]+$/.test(before(i));
  const start = words.findIndex((word, i) => !word.startsWith('-') && !isValue(i));
  if (start === -1 || (end !== -1 && end < start)) return [];
  const rest = words.slice(start);
  return rest.slice(0, firstFlag(rest));
}

function isMeantAsCommand(name: string, word: string, names: readonly string[]): boolean {
  if (name === textCommand && verbs.includes(word)) return true;
  return nearest(word, secondWords(name, names)) !== undefined;
}

function noMatch(
  globals: readonly string[],
  plain: readonly string[],
  flags: readonly string[],
  names: readonly string[],
): Resolved {
  const [group = '', second] = plain;
  const members = names.filter((name) => name.startsWith(`${group} `));
  if (members.length === 0) return unknown(group, plain, names);
  if (second !== undefined) return unknown(`${group} ${second}`, plain, names);
  if (flags.some(asksForHelp))
    return { name: 'help', rest: [...globals, group, ...flags.filter((word) => !asksForHelp(word))] };
  const failure = fail('command_missing', { operation: 'argparse', target: group, group, choices: members });
  return { name: group, failure };
}

function firstFlag(words: readonly string[]): number {
  const index = words.findIndex((word) => word.startsWith('-'));
  return index === -1 ? words.length : index;
}

function missing(names: readonly string[]): Resolved {
  const failure = fail('command_missing', { operation: 'argparse', target: missingCommand, choices: names });
  return { name: missingCommand, failure };
}

function unknown(word: string, plain: readonly string[], names: readonly string[]): Resolved {
  const [first = '', ...others] = plain;
  const isGroup = word !== first;
  const failure = fail('command_unknown', {
    operation: 'argparse',
    target: word,
    nearest: nearestCommand(plain, names),
    members: isGroup ? secondWords(first, names) : [],
    ...(!isGroup && names.includes(promptCommand) && { text: { after: '', words: plain } }),
    ...(first === textCommand && { text: { after: first, words: others } }),
  });
  return { name: word, failure };
}

/** Word by word: a group's name, however long, allows for no more slips in the word behind it. */
export function nearestCommand(words: readonly string[], names: readonly string[]): string | undefined {
  const [first = '', second] = words;
  const firsts = [...new Set(names.map((name) => name.split(' ', 1)[0] ?? name))];
  const joined = `${first}-${second}`;
  if (names.includes(joined)) return joined;
  const group = firsts.includes(first) ? first : nearest(first, firsts);
  if (group === undefined || second === undefined) return group;
  const members = secondWords(group, names);
  const member = members.includes(second) ? second : nearest(second, members);
  if (member !== undefined) return `${group} ${member}`;
  return group === first ? undefined : group;
}

function secondWords(group: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(`${group} `)).map((name) => name.slice(group.length + 1));
}

function unknownFlag(word: string, next: string | undefined): Resolved {
  const name = word.split('=', 1)[0] ?? word;
  const known = [...Object.keys(globalFlags), 'version'].map((flag) => `--${flag}`);
  const failure = fail('flag_unknown', {
    operation: 'argparse',
    target: name,
    known,
    value: name === word ? next : word.slice(name.length + 1),
  });
  return { name: missingCommand, failure };
}
