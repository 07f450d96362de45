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
  const cases = table.commands.map(
    (entry) => `    ${quoted(entry.name)}) words=${quoted(flagWords(table, entry))} ;;`,
  );
  const values = flagsWithChoices(table).map(
    ([flag, choices]) => `    ${flag}) words=${quoted(choices.join(' '))} ;;`,
  );
  return `# bash completion for ${program}: add \`source <(${program} completion bash)\` to ~/.bashrc
_${program}_completion() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ "$word" == -* ]] && break
    command="\${command:+$command }$word"
  done
  case "$previous" in
${values.join('\n')}
  esac
  if [[ -z "$words" ]]; then
    case "$command" in
    "") words=${quoted(firstWords(table).join(' '))} ;;
${cases.join('\n')}
    esac
    local name
    for name in ${table.commands.map(({ name }) => quoted(name)).join(' ')}; do
      [[ -n "$command" && "$name" == "$command "* ]] && words+=" \${name#"$command "}"
    done
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
    const rows = entryFlags(table, entry).map((flag) => `      ${quoted(zshFlag(flag))}`);
    return `    ${quoted(entry.name)})\n      flags=(\n${rows.join('\n')}\n      ) ;;`;
  });
  const second = groupsOf(table).map(
    ([group, members]) => `    ${quoted(group)}) members=(${members.map(quoted).join(' ')}) ;;`,
  );
  return `#compdef ${program}
# zsh completion for ${program}: write it to a file _${program} in a folder of your $fpath
_${program}() {
  local -a commands flags members
  commands=(
${first.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${second.join('\n')}
  esac
  (( CURRENT == 3 && $#members )) && compadd -a members
  local name="$words[2]"
  (( CURRENT > 3 && $#members && \${members[(Ie)$words[3]]} )) && name="$words[2] $words[3]"
  case "$name" in
${cases.join('\n')}
  esac
  _arguments "$flags[@]" '*:file:_files'
}
_${program} "$@"
`;
}

function fish(table: CommandTable): string {
  const { program } = table;
  const lines = [
    `# fish completion for ${program}: ${program} completion fish > ~/.config/fish/completions/${program}.fish`,
    ...describedFirstWords(table).map(
      ([word, summary]) =>
        `complete -c ${program} -n __fish_use_subcommand -f -a ${quoted(word)} -d ${quoted(summary)}`,
    ),
  ];
  for (const [group, members] of groupsOf(table)) {
    lines.push(
      `complete -c ${program} -n '__fish_seen_subcommand_from ${group}' -f -a ${quoted(members.join(' '))}`,
    );
  }
  for (const entry of table.commands) {
    const seen = entry.name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    for (const flag of entryFlags(table, entry)) {
      const value =
        flag.kind === 'switch' ? '' : flag.choices ? ` -x -a ${quoted(flag.choices.join(' '))}` : ' -r';
      lines.push(
        `complete -c ${program} -n ${quoted(seen.join('; and '))} -l ${flag.name}${value} -d ${quoted(flag.says)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function entryFlags(table: CommandTable, entry: CommandEntry): FlagEntry[] {
  const globals = table.global_flags.filter((flag) => entry.surface === 'clawable' || flag.name === 'help');
  return [...entry.flags, ...globals];
}

function flagWords(table: CommandTable, entry: CommandEntry): string {
  const choices = entry.arguments.flatMap((argument) => argument.choices ?? []);
  return [...choices, ...entryFlags(table, entry).map((flag) => `--${flag.name}`)].join(' ');
}

function zshFlag({ name, says, kind, choices, value }: FlagEntry): string {
  const described = `--${name}[${says.replace(/[[\]:]/g, ' ')}]`;
  if (kind === 'switch') return described;
  return choices ? `${described}:${name}:(${choices.join(' ')})` : `${described}:${value}:_files`;
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
