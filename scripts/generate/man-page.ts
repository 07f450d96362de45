// `man ctx`: the table of commands as a manual page, in the man macros that groff and mandoc both read.

import { flagRow, usage } from '../../packages/ctx/src/cli/help.js';
import type { CommandEntry, CommandTable } from '../../packages/ctx/src/cli/table.js';

export function manPage(table: CommandTable): string {
  const { program, version, commands } = table;
  return `${[
    `.\\" Generated from the table of commands by \`npm run generate\`. Do not edit.`,
    `.TH ${program.toUpperCase()} 1 "" "${program} ${version}" "User Commands"`,
    '.SH NAME',
    `${program} \\- ${escaped(table.about)}`,
    '.SH SYNOPSIS',
    ...(commands.some(({ name }) => name === 'run')
      ? [`.B ${program}`, '"what you want done" [FLAGS]', '.br']
      : []),
    `.B ${program}`,
    'COMMAND [ARGUMENTS] [FLAGS]',
    '.SH FLAGS OF EVERY COMMAND',
    ...table.global_flags.flatMap((flag) => item(flagRow(flag))),
    '.SH COMMANDS',
    ...commands.flatMap((entry) => commandLines(program, entry)),
    '.SH EXIT STATUS',
    '0 if the command did what it was asked, 130 if it was interrupted, 143 if it was terminated, anything else if it failed. The JSON envelope names the same number.',
    '.SH FILES',
    ...item(['.context/', 'the project’s memory and its sessions']),
    ...item(['~/.config/ctx', 'your settings, keys and what you trusted']),
    ...item(['~/.local/state/ctx', 'sessions of other agents, and what ctx keeps for you']),
    ...item(['~/.local/share/ctx', 'the catalog']),
    ...item(['~/.cache/ctx', 'what can be made again']),
    '.SH SEE ALSO',
    `\\fB${program} help\\fR COMMAND explains one command with examples.`,
  ].join('\n')}\n`;
}

function commandLines(program: string, entry: CommandEntry): string[] {
  const flags = entry.flags.flatMap((flag) => item(flagRow(flag)));
  return [
    `.SS "${quotable(usage(program, entry))}"`,
    escaped(entry.summary).concat('.'),
    ...(entry.description === '' ? [] : ['.PP', escaped(entry.description)]),
    ...(flags.length === 0 ? [] : ['.RS', ...flags, '.RE']),
  ];
}

function item([term = '', says = '']: readonly string[]): string[] {
  return ['.TP', `\\fB${escaped(term)}\\fR`, escaped(says)];
}

/** A backslash, a dash that is one, and a line that begins like a macro mean something to roff. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .split('\n')
    .map((line) => line.replace(/^(?=[.'])/, '\\&'))
    .join('\n');
}

function quotable(text: string): string {
  return escaped(text).replaceAll('"', '\\(dq');
}
