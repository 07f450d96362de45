import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { readTable } from '../cli/shipped.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { projectRoot } from '../project/root.js';
import { type ProjectCommand, projectCommands } from '../registry/project-commands.js';

const closed = { additionalProperties: false };

/** What each group is of: the kinds that a registry gives its commands. */
const groupOf: Readonly<Record<ProjectCommand['kind'], string>> = {
  command: 'markdown',
  plugin: 'plugin-like',
  skill: 'skill-like',
};

export default clawable({
  name: 'command-graph',
  group: 'tools',
  summary: 'Count the commands that there are by where they come from',
  description:
    'Built-in commands, Markdown commands, those of plugins and skills: how many, from which folders, and their names.',
  examples: [{ line: 'ctx command-graph', says: 'the groups with their counts' }],
  arguments: {},
  flags: {},
  returns: t.Object(
    {
      total: t.Integer(),
      groups: t.Array(
        t.Object(
          {
            group: t.Enum(['built-in', 'markdown', 'plugin-like', 'skill-like']),
            count: t.Integer(),
            sources: t.Array(t.Object({ source: t.String(), count: t.Integer() }, closed)),
            commands: t.Array(t.String()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  async run(_, services) {
    const { program, env } = services;
    const own = readTable(program.shippedFolder).commands.map(({ name }) => ({
      name,
      group: 'built-in',
      source: program.name,
    }));
    const found = projectCommands(projectRoot(services), env).map(({ name, kind, source }) => ({
      name,
      group: groupOf[kind],
      source: placeOf(source),
    }));
    const all = [...own, ...found];
    const groups = (['built-in', 'markdown', 'plugin-like', 'skill-like'] as const).map((group) => {
      const members = all.filter((command) => command.group === group);
      return {
        group,
        count: members.length,
        sources: countsOf(members.map(({ source }) => source)),
        commands: members.map(({ name }) => name),
      };
    });
    return { total: all.length, groups };
  },
  render({ total, groups }, terminal) {
    const parts = groups.map(({ group, count, sources, commands }) => {
      const rows = sources.map(({ source, count: some }) => [source, String(some)].map(neutral));
      const names = commands.length === 0 ? '' : `  ${neutral(commands.join(', '))}\n`;
      return `${styled(terminal, 'bold', group)}  ${count}\n${columns(rows, '  ')}${names}`;
    });
    return `${parts.join('\n')}\n${total} in all`;
  },
});

/** The folder of commands or skills that a file lies in: `.claude/commands/git/push.md` is of `.claude/commands`. */
function placeOf(source: string): string {
  return /^.*?\/(?:commands|skills)(?=\/)/.exec(source)?.[0] ?? source;
}

function countsOf(sources: readonly string[]): { source: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts].map(([source, count]) => ({ source, count }));
}
