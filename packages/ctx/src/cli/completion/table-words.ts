// The words of the table as shells need them: first words, what follows a start, quoting.

import type { CommandEntry, CommandTable, FlagEntry } from '../table.js';

export function entryFlags(table: CommandTable, entry: CommandEntry): FlagEntry[] {
  const globals = table.global_flags.filter((flag) => entry.surface === 'clawable' || flag.name === 'help');
  return [...entry.flags, ...globals];
}

/** Every command's name, the first words that lead to several, and those behind `help`. */
export function knownStarts(table: CommandTable): string[] {
  const names = table.commands.map(({ name }) => name);
  const groups = groupsOf(table).map(([group]) => group);
  return [...new Set([...groups, ...names, ...groups.map((group) => `${explaining}${group}`)])];
}

const explaining = 'help ';

/** What can follow the start of a line: second words, choices, flags. */
export function wordsAfter(table: CommandTable, start: string): string[] {
  if (start === '') return [...firstWords(table), ...table.global_flags.map(dashed), '--version'];
  const members = membersOf(table, start);
  if (start.startsWith(explaining)) return membersOf(table, start.slice(explaining.length));
  const entry = table.commands.find(({ name }) => name === start);
  if (entry === undefined) return [...members, '--help'];
  return [...members, ...choicesOf(table, entry), ...entryFlags(table, entry).map(dashed)];
}

function membersOf(table: CommandTable, start: string): string[] {
  return groupsOf(table).flatMap(([group, words]) => (group === start ? words : []));
}

/** The words that an argument is chosen from; `help` takes the commands themselves. */
export function choicesOf(table: CommandTable, entry: CommandEntry): string[] {
  if (entry.name === 'help') return firstWords(table);
  return entry.arguments.flatMap((argument) => argument.choices ?? []);
}

export function dashed({ name }: FlagEntry): string {
  return `--${name}`;
}

export function firstWords(table: CommandTable): string[] {
  return [...new Set(table.commands.map(({ name }) => name.split(' ', 1)[0] ?? name))];
}

export function describedFirstWords(table: CommandTable): [string, string][] {
  return firstWords(table).map((word) => {
    const entry = table.commands.find(({ name }) => name === word);
    return [word, entry?.summary ?? `commands of ${word}`];
  });
}

/** The second words behind each first word that has any. */
export function groupsOf(table: CommandTable): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const { name } of table.commands) {
    const [first = '', ...rest] = name.split(' ');
    if (rest.length > 0) groups.set(first, [...(groups.get(first) ?? []), rest.join(' ')]);
  }
  return [...groups];
}
