// The script for fish: a line for each word, with the condition under which it is offered.

import { quotedWord } from '../../disk/shell-word.js';
import type { CommandTable, FlagEntry } from '../table.js';
import { choicesOf, describedFirstWords, entryFlags, groupsOf } from './table-words.js';
import { isNamed, kindOfFlag, kindsOfArgument, type ValueKind } from './value-kinds.js';

export function fishScript(table: CommandTable): string {
  const { program } = table;
  const complete = (when: string, rest: string) => `complete -c ${program} -n ${quotedWord(when)} ${rest}`;
  const seen = (words: string) => `__fish_seen_subcommand_from ${words}`;
  const lines = [
    `# fish completion for ${program}: ${program} completion fish > ~/.config/fish/completions/${program}.fish`,
    `complete -c ${program} -f`,
    complete('__fish_use_subcommand', "-l version -d 'say which version this is'"),
    ...table.global_flags.map((flag) => complete('__fish_use_subcommand', fishFlag(program, flag))),
    ...describedFirstWords(table).map(([word, summary]) =>
      complete('__fish_use_subcommand', `-f -a ${quotedWord(word)} -d ${quotedWord(summary)}`),
    ),
  ];
  for (const [group, members] of groupsOf(table)) {
    const all = members.join(' ');
    lines.push(complete(`${seen(group)}; and not ${seen(all)}`, `-f -a ${quotedWord(all)}`));
  }
  for (const entry of table.commands) {
    const when = entry.name.split(' ').map(seen).join('; and ');
    lines.push(...entryFlags(table, entry).map((flag) => complete(when, fishFlag(program, flag))));
    const choices = choicesOf(table, entry);
    // Behind the first word that `help` is about come only those of its group.
    const isFirst =
      entry.name === 'help'
        ? `${when}; and not ${seen(choices.filter((word) => word !== 'help').join(' '))}`
        : when;
    if (choices.length > 0) lines.push(complete(isFirst, `-f -a ${quotedWord(choices.join(' '))}`));
    const kinds = new Set(entry.arguments.flatMap((argument) => kindsOfArgument(entry, argument)));
    lines.push(...[...kinds].map((kind) => complete(when, place(program, kind))));
  }
  return `${lines.join('\n')}\n`;
}

function fishFlag(program: string, flag: FlagEntry): string {
  const { name, short, says } = flag;
  const letter = short === undefined ? '' : ` -s ${short}`;
  return `-l ${name}${letter}${fishValue(program, flag)} -d ${quotedWord(says)}`;
}

function fishValue(program: string, flag: FlagEntry): string {
  if (flag.kind === 'switch') return '';
  if (flag.choices !== undefined) return ` -x -a ${quotedWord(flag.choices.join(' '))}`;
  const kind = kindOfFlag(flag);
  if (kind === undefined) return ' -x';
  return kind === 'files' ? ' -r -F' : ` -x -a ${quotedWord(offered(program, kind))}`;
}

function place(program: string, kind: ValueKind): string {
  return kind === 'files' ? '-F' : `-f -a ${quotedWord(offered(program, kind))}`;
}

function offered(program: string, kind: ValueKind): string {
  return isNamed(kind)
    ? `(${program} completion --words ${kind} 2>/dev/null)`
    : '(__fish_complete_directories)';
}
