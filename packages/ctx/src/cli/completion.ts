// Completion scripts for shells, from the table's JSON. They hold the words themselves: no process starts on a Tab.

import type { CommandEntry, CommandTable, FlagEntry } from './table.js';

export const shells = ['bash', 'zsh', 'fish'] as const;

export function completionScript(shell: (typeof shells)[number], table: CommandTable): string {
  switch (shell) {
    case 'bash':
      return bash(table);
    case 'zsh':
      return zsh(table);
    case 'fish':
      return fish(table);
  }
}

function bash(table: CommandTable): string {
  const { program } = table;
  const values = flagsWithChoices(table).map(
    ([flag, choices]) => `    ${flag}) words=${quoted(choices.join(' '))} ;;`,
  );
  const cases = ['', ...knownStarts(table)].map(
    (start) => `    ${quoted(start)}) words=${quoted(wordsAfter(table, start).join(' '))} ;;`,
  );
  return `# bash completion for ${program}: add \`source <(${program} completion bash)\` to ~/.bashrc
_${program}_completion() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word words=""
  # bash takes --flag=value for three words.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    word="\${command:+$command }$word"
    case "$word" in
    ${knownStarts(table).map(quoted).join('|')}) command="$word" ;;
    esac
  done
  case "$previous" in
${values.join('\n')}
  esac
  if [[ -z "$words" ]]; then
    case "$command" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${program}_completion ${program}
`;
}

function zsh(table: CommandTable): string {
  const { program } = table;
  const first = describedFirstWords(table).map(([word, summary]) => `    ${quoted(`${word}:${summary}`)}`);
  const cases = table.commands.map((entry) => {
    const rows = [...entryFlags(table, entry).map(zshFlag), ...zshPlaces(entry)];
    return `    ${quoted(entry.name)})\n      specs=(\n${rows.map((row) => `        ${quoted(row)}`).join('\n')}\n      ) ;;`;
  });
  const second = groupsOf(table).map(
    ([group, members]) => `    ${quoted(group)}) members=(${members.map(quoted).join(' ')}) ;;`,
  );
  return `#compdef ${program}
# zsh completion for ${program}: write it to a file _${program} in a folder of your $fpath
_${program}() {
  local -a commands specs members
  commands=(
${first.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
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

function fish(table: CommandTable): string {
  const { program } = table;
  const complete = (when: string, rest: string) => `complete -c ${program} -n ${quoted(when)} ${rest}`;
  const seen = (words: string) => `__fish_seen_subcommand_from ${words}`;
  const lines = [
    `# fish completion for ${program}: ${program} completion fish > ~/.config/fish/completions/${program}.fish`,
    complete('__fish_use_subcommand', "-l version -d 'say which version this is'"),
    ...table.global_flags.map((flag) => complete('__fish_use_subcommand', fishFlag(flag))),
    ...describedFirstWords(table).map(([word, summary]) =>
      complete('__fish_use_subcommand', `-f -a ${quoted(word)} -d ${quoted(summary)}`),
    ),
  ];
  for (const [group, members] of groupsOf(table)) {
    const all = members.join(' ');
    lines.push(complete(`${seen(group)}; and not ${seen(all)}`, `-f -a ${quoted(all)}`));
  }
  for (const entry of table.commands) {
    const when = entry.name.split(' ').map(seen).join('; and ');
    lines.push(...entryFlags(table, entry).map((flag) => complete(when, fishFlag(flag))));
    const choices = entry.arguments.flatMap((argument) => argument.choices ?? []);
    if (choices.length > 0) lines.push(complete(when, `-f -a ${quoted(choices.join(' '))}`));
  }
  return `${lines.join('\n')}\n`;
}

function entryFlags(table: CommandTable, entry: CommandEntry): FlagEntry[] {
  const globals = table.global_flags.filter((flag) => entry.surface === 'clawable' || flag.name === 'help');
  return [...entry.flags, ...globals];
}

/** Every command's name, and the first words that lead to several. */
function knownStarts(table: CommandTable): string[] {
  const names = table.commands.map(({ name }) => name);
  return [...new Set([...groupsOf(table).map(([group]) => group), ...names])];
}

/** What can follow the start of a line: second words, choices, flags. */
function wordsAfter(table: CommandTable, start: string): string[] {
  if (start === '') return [...firstWords(table), ...table.global_flags.map(dashed), '--version'];
  const members = groupsOf(table).flatMap(([group, words]) => (group === start ? words : []));
  const entry = table.commands.find(({ name }) => name === start);
  if (entry === undefined) return [...members, '--help'];
  const choices = entry.arguments.flatMap((argument) => argument.choices ?? []);
  return [...members, ...choices, ...entryFlags(table, entry).map(dashed)];
}

function dashed({ name }: FlagEntry): string {
  return `--${name}`;
}

function zshFlag({ name, says, kind, choices, value }: FlagEntry): string {
  const described = `${kind === 'texts' ? '*' : ''}--${name}[${says.replace(/[[\]:]/g, ' ')}]`;
  if (kind === 'switch') return described;
  return choices ? `${described}:${name}:(${choices.join(' ')})` : `${described}:${value}:_files`;
}

function zshPlaces(entry: CommandEntry): string[] {
  return entry.arguments.map(({ name, kind, choices }, i) => {
    const place = kind === 'many' || kind === 'any' ? '*' : i + 1;
    return `${place}:${name}:${choices === undefined ? '_files' : `(${choices.join(' ')})`}`;
  });
}

function fishFlag({ name, says, kind, choices }: FlagEntry): string {
  const value = kind === 'switch' ? '' : choices ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
  return `-l ${name}${value} -d ${quoted(says)}`;
}

function flagsWithChoices(table: CommandTable): [string, readonly string[]][] {
  const flags = [...table.global_flags, ...table.commands.flatMap((entry) => entry.flags)];
  const found = new Map<string, Set<string>>();
  for (const { name, choices } of flags) {
    if (choices === undefined) continue;
    const known = found.get(`--${name}`) ?? new Set();
    found.set(`--${name}`, new Set([...known, ...choices]));
  }
  return [...found].map(([name, choices]) => [name, [...choices]]);
}

function firstWords(table: CommandTable): string[] {
  return [...new Set(table.commands.map(({ name }) => name.split(' ', 1)[0] ?? name))];
}

function describedFirstWords(table: CommandTable): [string, string][] {
  return firstWords(table).map((word) => {
    const entry = table.commands.find(({ name }) => name === word);
    return [word, entry?.summary ?? `commands of ${word}`];
  });
}

/** The second words behind each first word that has any. */
function groupsOf(table: CommandTable): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const { name } of table.commands) {
    const [first = '', ...rest] = name.split(' ');
    if (rest.length > 0) groups.set(first, [...(groups.get(first) ?? []), rest.join(' ')]);
  }
  return [...groups];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
