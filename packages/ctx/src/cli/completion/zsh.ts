// The script for zsh, on its own completion system.

import { quotedWord } from '../../disk/shell-word.js';
import type { CommandEntry, CommandTable, FlagEntry } from '../table.js';
import { choicesOf, describedFirstWords, entryFlags, groupsOf } from './table-words.js';
import { kindOfFlag, kindsOfArgument, type ValueKind } from './value-kinds.js';

export function zshScript(table: CommandTable): string {
  const { program } = table;
  const first = describedFirstWords(table).map(
    ([word, summary]) => `    ${quotedWord(`${word}:${summary}`)}`,
  );
  const cases = table.commands.map((entry) => {
    const rows = [
      ...entryFlags(table, entry).map((flag) => zshFlag(program, flag)),
      ...zshPlaces(table, entry),
    ];
    return `    ${quotedWord(entry.name)})\n      specs=(\n${rows.map((row) => `        ${quotedWord(row)}`).join('\n')}\n      ) ;;`;
  });
  const second = groupsOf(table).map(
    ([group, members]) => `    ${quotedWord(group)}) members=(${members.map(quotedWord).join(' ')}) ;;`,
  );
  return `#compdef ${program}
# zsh completion for ${program}: write it to a file _${program} in a folder of your $fpath
_${program}_offer() {
  local kind
  local -a offered
  for kind in "$@"; do
    case "$kind" in
    files) _files ;;
    folders) _files -/ ;;
    *)
      offered=(\${(f)"$(${program} completion --words $kind 2>/dev/null)"})
      compadd -a offered ;;
    esac
  done
}
_${program}() {
  local -a commands specs members
  commands=(
${first.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  # What follows "help pad" is what follows "pad".
  if [[ "$words[2]" == help ]] && (( CURRENT > 3 )); then
    case "$words[3]" in
    ${groupsOf(table)
      .map(([group]) => quotedWord(group))
      .join('|')}) shift words; (( CURRENT-- )) ;;
    esac
  fi
  local name="$words[2]"
  case "$name" in
${second.join('\n')}
  esac
  if (( $#members )); then
    if (( CURRENT == 3 )); then
      compadd -a members
    elif (( \${members[(Ie)$words[3]]} )); then
      name="$name $words[3]"
      shift words
      (( CURRENT-- ))
    fi
  fi
  shift words
  (( CURRENT-- ))
  case "$name" in
${cases.join('\n')}
  esac
  (( $#specs )) && _arguments "$specs[@]"
}
if [[ "$funcstack[1]" == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function zshFlag(program: string, flag: FlagEntry): string {
  const { name, says, kind, choices, value } = flag;
  const described = `${kind === 'texts' ? '*' : ''}--${name}[${says.replace(/[[\]:]/g, ' ')}]`;
  if (kind === 'switch') return described;
  if (choices !== undefined) return `${described}:${name}:(${choices.join(' ')})`;
  const offered = kindOfFlag(flag);
  return `${described}:${value}:${offered === undefined ? ' ' : offering(program, [offered])}`;
}

function zshPlaces(table: CommandTable, entry: CommandEntry): string[] {
  return entry.arguments.map((argument, i) => {
    const { name, kind } = argument;
    const place = kind === 'many' || kind === 'any' ? '*' : i + 1;
    const choices = choicesOf(table, entry);
    if (choices.length > 0) return `${place}:${name}:(${choices.join(' ')})`;
    const kinds = kindsOfArgument(entry, argument);
    return `${place}:${name}:${kinds.length === 0 ? ' ' : offering(table.program, kinds)}`;
  });
}

/** The space in front keeps zsh from handing over words of its own. */
function offering(program: string, kinds: readonly ValueKind[]): string {
  return ` _${program}_offer ${kinds.join(' ')}`;
}
