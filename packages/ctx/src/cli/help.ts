// Help as text, from the table's JSON: the overview by group, and the page of one command.

import type { ArgumentEntry, CommandEntry, CommandTable, FlagEntry } from './table.js';
import { columns, styled, type Terminal, wrap } from './terminal.js';

const groupTitles: Record<CommandEntry['group'], string> = {
  run: 'Run agents',
  tools: 'Tools and commands',
  sessions: 'Look after sessions',
  evidence: 'Prove what happened',
  memory: 'Remember',
  hosts: 'Connect agents and editors',
  catalog: 'Find the right tools',
  maintain: 'Maintain a repository',
  about: 'About this program and machine',
};

/** The commands that people need first, in this order; the rest is behind `help --all`. */
const first = [
  'run',
  'resume',
  'list-sessions',
  'report',
  'verify',
  'replay',
  'init',
  'brief',
  'scan-repo',
  'doctor',
];

export function firstCommands({ commands }: CommandTable): string[] {
  return first.filter((name) => commands.some((entry) => entry.name === name));
}

/** The commands named, and how to see all of them. */
export function shortOverview(table: CommandTable, names: readonly string[], terminal: Terminal): string {
  const { program, commands } = table;
  const rows = names.map((name) => [name, commands.find((entry) => entry.name === name)?.summary ?? '']);
  const more = [
    [`${program} help --all`, `all ${commands.length} commands`],
    [`${program} COMMAND --help`, 'one command, with its flags and examples'],
    [`${program} COMMAND --json`, 'its answer as JSON'],
  ];
  return [
    opening(table, terminal),
    `${styled(terminal, 'bold', 'Commands to start with')}\n${columns(rows, '  ')}`,
    `${styled(terminal, 'bold', 'More')}\n${columns(more, '  ')}`,
  ].join('\n');
}

/** Every command, by group. */
export function overview(table: CommandTable, terminal: Terminal): string {
  const width = Math.max(...table.commands.map((entry) => entry.name.length));
  const parts = [opening(table, terminal)];
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

function opening(table: CommandTable, terminal: Terminal): string {
  const { program, version, about } = table;
  return [
    `${styled(terminal, 'bold', `${program} ${version}`)}: ${about}\n`,
    `Usage: ${takesPrompts(table) ? `${program} "what you want done" [FLAGS]\n       ` : ''}${program} COMMAND [ARGUMENTS] [FLAGS]\n`,
  ].join('\n');
}

function takesPrompts({ commands }: CommandTable): boolean {
  return commands.some(({ name }) => name === 'run');
}

/** What stands below the page of a command that is a group as well. */
export function memberCommands(
  program: string,
  members: readonly CommandEntry[],
  terminal: Terminal,
): string {
  const rows = members.map(({ name, summary }) => [`${program} ${name}`, summary]);
  return `${styled(terminal, 'bold', 'More commands')}\n${columns(rows, '  ')}`;
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
  return [flagUsage(flag), withNote(flag.says, flagNotes(flag))];
}

function flagUsage({ name, short, kind, value, choices }: FlagEntry): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  if (kind === 'switch') return names;
  return `${names} ${choices === undefined ? value : choices.join('|')}`;
}

function flagNotes(flag: FlagEntry): string {
  return [
    flag.required ? 'required' : '',
    flag.kind === 'texts' ? 'may be repeated' : '',
    flag.default === undefined ? '' : `default ${flag.default}`,
  ]
    .filter((note) => note !== '')
    .join(', ');
}

/** What its own words say in brackets at their end, and ours, share the brackets. */
function withNote(says: string, note: string): string {
  if (note === '') return says;
  return /\([^()]*\)$/.test(says) ? `${says.slice(0, -1)}; ${note})` : `${says} (${note})`;
}

function globalRows(table: CommandTable, entry: CommandEntry): string[][] {
  const applicable = table.global_flags.filter(
    (flag) => entry.surface === 'clawable' || flag.name === 'help',
  );
  return applicable.map(flagRow);
}
