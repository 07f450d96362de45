// The script for bash. It works in bash 3.2 too, which macOS has: no associative arrays, no mapfile.

import { quotedWord } from '../../disk/shell-word.js';
import type { CommandTable } from '../table.js';
import { entryFlags, knownStarts, wordsAfter } from './table-words.js';
import { kindOfFlag, kindsOfArgument } from './value-kinds.js';

export function bashScript(table: CommandTable): string {
  const { program } = table;
  const cases = ['', ...knownStarts(table)].map(
    (start) => `    ${quotedWord(start)}) words=${quotedWord(wordsAfter(table, start).join(' '))} ;;`,
  );
  return `# bash completion for ${program}: add \`source <(${program} completion bash)\` to ~/.bashrc
_${program}_completion() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word words="" kinds="" kind
  # bash takes --flag=value for three words.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  # And skill:owner/name; what is in front of the last colon stays as it was typed.
  local line="\${COMP_LINE:0:COMP_POINT}" colon='([^[:space:]=]*:)([^[:space:]:]*)$' typed=""
  if [[ "$COMP_WORDBREAKS" == *:* && "$line" =~ $colon ]]; then
    typed="\${BASH_REMATCH[1]}" current="\${BASH_REMATCH[1]}\${BASH_REMATCH[2]}"
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    word="\${command:+$command }$word"
    case "$word" in
    ${knownStarts(table).map(quotedWord).join('|')}) command="$word" ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${flagCases(table).join('\n')}
  *)
    case "$command" in
${cases.join('\n')}
    esac
    case "$command" in
${placeCases(table).join('\n')}
    esac ;;
  esac
  for kind in $kinds; do
    case "$kind" in
    files) _${program}_paths -f "$current" ;;
    folders) _${program}_paths -d "$current" ;;
    *) words="$words $(${program} completion --words "$kind" 2>/dev/null)" ;;
    esac
  done
  COMPREPLY+=($(compgen -W "$words" -- "$current"))
  # Flags bury what else there is: they are offered behind a dash, or where there is nothing else.
  if [[ "$current" != -* ]]; then
    local plain=()
    for word in "\${COMPREPLY[@]}"; do [[ "$word" == -* ]] || plain+=("$word"); done
    (( \${#plain[@]} )) && COMPREPLY=("\${plain[@]}")
  fi
  [[ -z "$typed" ]] || COMPREPLY=("\${COMPREPLY[@]#"$typed"}")
}
_${program}_paths() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$2")
}
complete -F _${program}_completion ${program}
`;
}

/** What is offered behind a flag: choices, kinds, or nothing where only the person knows the value. */
function flagCases(table: CommandTable): string[] {
  const places = new Map<string, string[]>();
  const add = (start: string, flag: string, offers: string) =>
    places.set(offers, [...(places.get(offers) ?? []), quotedWord(`${start} ${flag}`)]);
  for (const flag of table.global_flags)
    if (flag.choices !== undefined) add('', `--${flag.name}`, choices(flag.choices));
  for (const entry of table.commands)
    for (const flag of entryFlags(table, entry)) {
      if (flag.kind === 'switch') continue;
      const kind = kindOfFlag(flag);
      const offers = flag.choices ? choices(flag.choices) : kind ? `kinds=${kind}` : ':';
      for (const name of [`--${flag.name}`, ...(flag.short === undefined ? [] : [`-${flag.short}`])])
        add(entry.name, name, offers);
    }
  return [...places].map(([offers, names]) => `  ${names.join('|')}) ${offers} ;;`);
}

function choices(words: readonly string[]): string {
  return `words=${quotedWord(words.join(' '))}`;
}

function placeCases(table: CommandTable): string[] {
  return table.commands.flatMap((entry) => {
    const kinds = new Set(entry.arguments.flatMap((argument) => kindsOfArgument(entry, argument)));
    return kinds.size === 0
      ? []
      : [`    ${quotedWord(entry.name)}) kinds=${quotedWord([...kinds].join(' '))} ;;`];
  });
}
