import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { commandPage, firstCommands, memberCommands, overview, shortOverview } from '../cli/help.js';
import { argument, flag } from '../cli/inputs.js';
import { nearestCommand } from '../cli/resolve.js';
import { readTable } from '../cli/shipped.js';
import { commandTable } from '../cli/table.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';

export default clawable({
  name: 'help',
  group: 'about',
  summary: 'List commands, or explain one',
  description:
    'Without a command it lists the ten to start with; --all lists every command by group. With a command it shows usage, arguments, flags and examples. As JSON it always prints the whole table of commands.',
  examples: [
    { line: 'ctx help', says: 'the commands to start with' },
    { line: 'ctx help --all', says: 'every command, by group' },
    { line: 'ctx help sysinfo', says: 'one command; the same as ctx sysinfo --help' },
    { line: 'ctx help --output-format json', says: 'the whole table for a program' },
  ],
  arguments: { command: argument.any('which command to explain') },
  flags: { all: flag.switch('every command, by group') },
  returns: t.Object(
    {
      ...commandTable.properties,
      /** The commands that text mode shows, without --all. */
      first: t.Optional(t.Array(t.String())),
    },
    closed,
  ),
  async run({ args, flags }, { program }) {
    const table = readTable(program.shippedFolder);
    if (args.command.length === 0) {
      const first = firstCommands(table);
      return flags.all || first.length === 0 ? table : { ...table, first };
    }
    const wanted = args.command.join(' ');
    const commands = table.commands.filter(({ name }) => name === wanted || name.startsWith(`${wanted} `));
    if (commands.length > 0) return { ...table, commands };
    const names = table.commands.map(({ name }) => name);
    throw fail('command_not_found', {
      operation: 'help',
      target: wanted,
      nearest: nearestCommand(args.command, names),
    });
  },
  render({ first: shown, ...table }, terminal) {
    if (shown !== undefined) return shortOverview(table, shown, terminal);
    const [first, ...others] = table.commands;
    const isPage =
      first !== undefined &&
      (others.length === 0 || others.every((o) => o.name.startsWith(`${first.name} `)));
    if (!isPage) return overview(table, terminal);
    const page = commandPage(table, first, terminal);
    if (others.length === 0) return page;
    return `${page}\n${memberCommands(table.program, others, terminal)}`;
  },
});
