import { optedOut } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { readTable } from '../cli/shipped.js';
import { columns, neutral } from '../cli/terminal.js';
import { projectCommands } from '../registry/project-commands.js';

export default optedOut({
  name: 'commands',
  group: 'about',
  summary: 'List the commands of ctx and of this project',
  description:
    'Lists built-in commands, Markdown commands (.claude/commands, .agents/commands), skills (SKILL.md) and commands of plugins, from this project and your home folder, each with its source.',
  examples: [
    { line: 'ctx commands', says: 'list the first twenty' },
    { line: 'ctx commands --query session --limit 50', says: 'those whose name or summary has the word' },
    { line: 'ctx commands --no-skill-commands', says: 'without skills' },
  ],
  arguments: {},
  flags: {
    query: flag.text('only those whose name or summary contains this text', 'TEXT'),
    limit: flag.integerOr(20, 'how many to show', { min: 1 }),
    'no-plugin-commands': flag.switch('leave out the commands of plugins'),
    'no-skill-commands': flag.switch('leave out skills'),
  },
  reason: 'it is a filtered list for people; nobody has asked to automate it yet.',
  async run({ flags }, { program, cwd, env }) {
    const builtIn = readTable(program.shippedFolder).commands.map(({ name, summary }) => ({
      name,
      kind: 'built-in' as const,
      summary,
      source: program.name,
    }));
    const left = [...builtIn, ...projectCommands(cwd, env)].filter(({ kind, name, summary }) => {
      if (kind === 'plugin' && flags['no-plugin-commands']) return false;
      if (kind === 'skill' && flags['no-skill-commands']) return false;
      return `${name}\n${summary}`.toLowerCase().includes((flags.query ?? '').toLowerCase());
    });
    if (left.length === 0) return 'No command matches.';
    const shown = left.slice(0, flags.limit);
    const rows = shown.map(({ name, kind, summary, source }) => [name, kind, source, summary].map(neutral));
    const rest = left.length - shown.length;
    return columns(rows) + (rest > 0 ? `… and ${rest} more; --limit ${left.length} shows all\n` : '');
  },
});
