import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { readTable } from '../cli/shipped.js';
import { columns, neutral } from '../cli/terminal.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { findCommand } from '../registry/find-command.js';
import { projectCommands } from '../registry/project-commands.js';
import { nearest } from '../text/nearest.js';

export default clawable({
  name: 'show-command',
  group: 'tools',
  summary: 'Show a command: the project’s, a skill, a plugin’s or a built-in one',
  description:
    'The project’s own command comes before yours of the same name, and both before a built-in one. Shows the text that exec-command would use as a prompt.',
  examples: [
    { line: 'ctx show-command review', says: 'a command or a skill of the project' },
    { line: 'ctx show-command run', says: 'one of ctx itself' },
  ],
  arguments: { name: argument.one('the command’s name, with or without a slash') },
  flags: {},
  returns: t.Object(
    {
      name: t.String(),
      found: t.Literal(true),
      /** Its file, or the program that has it built in. */
      source_hint: t.String(),
      responsibility: t.String(),
      origin: t.Enum(['built-in', 'command', 'skill', 'plugin']),
      /** The Markdown behind the front matter; a built-in one has none. */
      text: t.Optional(t.String()),
      front_matter: t.Optional(t.Record(t.String(), t.Unknown())),
      /** Others of this name, which this one hides. */
      hides: t.Array(t.String()),
    },
    closed,
  ),
  async run({ args: { name } }, services) {
    const found = findCommand(projectRoot(services), services.env, name);
    if (found === undefined) return builtIn(name, services);
    const { kind, summary, source, text, hides } = found;
    return {
      name: found.name,
      found: true as const,
      source_hint: source,
      responsibility: summary,
      origin: kind,
      text: text.body,
      front_matter: JSON.parse(JSON.stringify(text.fields)),
      hides: [...hides],
    };
  },
  render({ name, origin, responsibility, source_hint, text, hides }) {
    const rows = [
      ['command', name],
      ['kind', origin],
      ['source', source_hint],
      ['does', responsibility],
      ...(hides.length > 0 ? [['hides', hides.join(', ')]] : []),
    ];
    return columns(rows.map((row) => row.map(neutral))) + (text === undefined ? '' : `\n${neutral(text)}`);
  },
});

function builtIn(name: string, { program, env, ...services }: Services) {
  const table = readTable(program.shippedFolder).commands;
  const own = table.find((command) => command.name === name);
  if (own !== undefined) {
    return {
      name,
      found: true as const,
      source_hint: program.name,
      responsibility: own.summary,
      origin: 'built-in' as const,
      hides: [],
    };
  }
  const known = projectCommands(projectRoot({ ...services, env }), env);
  const near = nearest(
    name,
    [...known, ...table].map((command) => command.name),
  );
  throw fail('command_not_found', {
    operation: 'find_command',
    target: name,
    nearest: near,
    verb: 'show-command',
  });
}
