import { optedOut } from '../cli/command.js';
import { readTable } from '../cli/shipped.js';
import type { CommandEntry } from '../cli/table.js';

export default optedOut({
  name: 'parity-audit',
  group: 'about',
  summary: 'List each command’s schema, docs, fixture and tests, and what is missing',
  description:
    'Prints a Markdown table of every command, whether it has JSON output, and the files that prove it when this build was made. A command with JSON output (clawable) needs a schema, a docs page, a fixture and tests; the others need a docs page and tests.',
  examples: [{ line: 'ctx parity-audit', says: 'every command and its gaps' }],
  arguments: {},
  flags: {},
  reason: 'it is a Markdown report for people; nobody has asked to automate it yet.',
  async run(_, { program }) {
    const { commands } = readTable(program.shippedFolder);
    const gaps = commands.flatMap((entry) =>
      missingProofs(entry).map((proof) => `- \`${entry.name}\` has no ${proof}.`),
    );
    return [
      '# Parity audit',
      '',
      '| command | surface | schema | docs page | fixture | tests |',
      '| --- | --- | --- | --- | --- | --- |',
      ...commands.map(row),
      '',
      '## Missing',
      '',
      ...(gaps.length === 0
        ? [`Nothing: all ${commands.length} commands have what their surface needs.`]
        : gaps),
    ].join('\n');
  },
});

type Proof = 'schema' | 'docs' | 'fixture' | 'tests';

export function missingProofs(entry: CommandEntry): Proof[] {
  const needed: readonly Proof[] =
    entry.surface === 'clawable' ? ['schema', 'docs', 'fixture', 'tests'] : ['docs', 'tests'];
  return needed.filter((proof) => entry[proof] === null);
}

function row(entry: CommandEntry): string {
  const needsJson = entry.surface === 'clawable';
  const cell = (path: string | null, needed: boolean) => path ?? (needed ? '**missing**' : 'not needed');
  const cells = [
    entry.name,
    entry.surface,
    cell(entry.schema, needsJson),
    cell(entry.docs, true),
    cell(entry.fixture, needsJson),
    cell(entry.tests, true),
  ];
  return `| ${cells.join(' | ')} |`;
}
