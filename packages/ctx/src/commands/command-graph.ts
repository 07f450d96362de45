import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { readTable } from '../cli/shipped.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { projectCommands } from '../registry/project-commands.js';

const listed = t.Object(
  {
    name: t.String(),
    source_hint: t.String(),
    origin: t.Enum(['built-in', 'command', 'skill', 'plugin']),
  },
  closed,
);

type Listed = t.Static<typeof listed>;

export default clawable({
  name: 'command-graph',
  group: 'tools',
  summary: 'Count commands by source',
  description:
    'Lists the commands of ctx, those of plugins, and those defined by Markdown files (skills and the project’s own commands, which count as skill-like), each with the file or program it comes from.',
  examples: [{ line: 'ctx command-graph', says: 'the groups with their counts' }],
  arguments: {},
  flags: {},
  returns: t.Object(
    {
      builtins_count: t.Integer(),
      plugin_like_count: t.Integer(),
      skill_like_count: t.Integer(),
      total_count: t.Integer(),
      builtins: t.Array(listed),
      plugin_like: t.Array(listed),
      /** Skills, and commands that are a Markdown file. */
      skill_like: t.Array(listed),
    },
    closed,
  ),
  async run(_, services) {
    const { program, env } = services;
    const builtins = readTable(program.shippedFolder).commands.map(({ name }) => ({
      name,
      source_hint: program.name,
      origin: 'built-in' as const,
    }));
    const found = projectCommands(projectRoot(services), env).map(({ name, kind, source }) => ({
      name,
      source_hint: source,
      origin: kind,
    }));
    const plugin_like = found.filter(({ origin }) => origin === 'plugin');
    const skill_like = found.filter(({ origin }) => origin !== 'plugin');
    return {
      builtins_count: builtins.length,
      plugin_like_count: plugin_like.length,
      skill_like_count: skill_like.length,
      total_count: builtins.length + found.length,
      builtins,
      plugin_like,
      skill_like,
    };
  },
  render({ total_count, builtins, plugin_like, skill_like }, terminal) {
    const group = (title: string, commands: readonly Listed[]) => {
      const counts = countsOf(commands.map(({ source_hint }) => placeOf(source_hint)));
      const rows = counts.map(({ source, count }) => [source, String(count)].map(neutral));
      const names = commands.map(({ name }) => name).join(', ');
      const listing = names === '' ? '' : `  ${neutral(names)}\n`;
      return `${styled(terminal, 'bold', title)}  ${commands.length}\n${columns(rows, '  ')}${listing}`;
    };
    const parts = [
      group('built-in', builtins),
      group('plugin-like', plugin_like),
      group('skill-like', skill_like),
    ];
    return `${parts.join('\n')}\n${total_count} in all`;
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
