// Help as text, from the table's JSON: the overview by group, and the page of one command.

import type { ArgumentEntry, CommandEntry, CommandTable, FlagEntry } from './table.js';
import { columns, styled, type Terminal, wrap } from './terminal.js';

const groupTitles: Record<CommandEntry['group'], string> = {
  run: 'Run agents',
  tools: 'Tools and commands',
  sessions: 'Look after sessions',
  evidence: 'Prove what happened',
  memory: 'Remember',
  hosts: 'Plug into hosts',
  catalog: 'Find the right tools',
  maintain: 'Maintain a repository',
  about: 'About this program and machine',
};

export function overview(table: CommandTable, terminal: Terminal): string {
  const width = Math.max(...table.commands.map((entry) => entry.name.length));
  const parts = [
    `${styled(terminal, 'bold', `${table.program} ${table.version}`)}: the contract layer for coding agents\n`,
    `Usage: ${takesPrompts(table) ? `${table.program} "what you want done" [FLAGS]\n       ` : ''}${table.program} COMMAND [ARGUMENTS] [FLAGS]\n`,
  ];
  for (const [group, title] of Object.entries(groupTitles)) {
    const members = table.commands.filter((entry) => entry.group === group);
    if (members.length === 0) continue;
    const rows = members.map((entry) => [entry.name.padEnd(width), entry.summary]);
    parts.push(`${styled(terminal, 'bold', title)}\n${columns(rows, '  ')}`);
  }
  parts.push(
    `${table.program} COMMAND --help explains one command. Commands answer in JSON with --output-format json.\n`,
  );
  return parts.join('\n');
}

/** The commands that people need first, in the order of the overview. */
export function firstCommands(table: CommandTable): CommandTable {
  const names = [
    'run',
    'resume',
    'models',
    'list-sessions',
    'verify',
    'report',
    'init',
    'brief',
    'trust',
    'help',
  ];
  return { ...table, commands: table.commands.filter(({ name }) => names.includes(name)) };
}

function takesPrompts({ commands }: CommandTable): boolean {
  return commands.some(({ name }) => name === 'run');
}

export function commandPage(table: CommandTable, entry: CommandEntry, terminal: Terminal): string {
  const title = (text: string) => styled(terminal, 'bold', text);
  const parts = [
    `${title(`${table.program} ${entry.name}`)}: ${entry.summary}\n`,
    `Usage: ${usage(table.program, entry)}\n`,
    `${wrap(entry.description, terminal.width)}\n`,
  ];
  if (entry.arguments.length > 0) {
    parts.push(`${title('Arguments')}\n${columns(entry.arguments.map(argumentRow), '  ')}`);
  }
  if (entry.flags.length > 0) parts.push(`${title('Flags')}\n${columns(entry.flags.map(flagRow), '  ')}`);
  parts.push(`${title('Flags of every command')}\n${columns(globalRows(table, entry), '  ')}`);
  if (entry.examples.length > 0) {
    const rows = entry.examples.map(({ line, says }) => [line, styled(terminal, 'dim', says)]);
    parts.push(`${title('Examples')}\n${columns(rows, '  ')}`);
  }
  if (entry.surface !== 'clawable') parts.push(`${wrap(surfaceNote(entry), terminal.width)}\n`);
  return parts.join('\n');
}

export function usage(program: string, entry: CommandEntry): string {
  const places = entry.arguments.map(({ name, kind }) => {
    const shown = name.toUpperCase();
    return { one: shown, optional: `[${shown}]`, many: `${shown}…`, any: `[${shown}…]` }[kind];
  });
  const required = entry.flags.filter((flag) => flag.required).map((flag) => `--${flag.name} ${flag.value}`);
  return [program, entry.name, ...places, ...required, entry.flags.length > 0 ? '[FLAGS]' : '']
    .filter((word) => word !== '')
    .join(' ');
}

export function surfaceNote(entry: CommandEntry): string {
  return entry.surface === 'foreign'
    ? `It speaks ${entry.because}, so it has no JSON envelope.`
    : `It has no JSON output: ${entry.because}`;
}

function argumentRow({ name, says, choices }: ArgumentEntry): string[] {
  return [name.toUpperCase(), choices === undefined ? says : `${says} (${choices.join(', ')})`];
}

export function flagRow(flag: FlagEntry): string[] {
  return [flagUsage(flag), `${flag.says}${flagNote(flag)}`];
}

function flagUsage({ name, short, kind, value, choices }: FlagEntry): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  if (kind === 'switch') return names;
  return `${names} ${choices === undefined ? value : choices.join('|')}`;
}

function flagNote(flag: FlagEntry): string {
  const notes = [
    flag.required ? 'required' : '',
    flag.kind === 'texts' ? 'may be repeated' : '',
    flag.default === undefined ? '' : `default ${flag.default}`,
  ].filter((note) => note !== '');
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

function globalRows(table: CommandTable, entry: CommandEntry): string[][] {
  const applicable = table.global_flags.filter(
    (flag) => entry.surface === 'clawable' || flag.name === 'help',
  );
  return applicable.map(flagRow);
}
