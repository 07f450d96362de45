// A docs page for each command, and the page that lists them.

import { flagRow, surfaceNote, usage } from '../../packages/ctx/src/cli/help.js';
import type { CommandEntry, CommandTable } from '../../packages/ctx/src/cli/table.js';

const notice = '<!-- Generated from the table of commands by `npm run generate`. Do not edit. -->';

/** The words that people read for each surface. */
export const jsonOutput: Readonly<Record<CommandEntry['surface'], string>> = {
  clawable: 'yes',
  'opted-out': 'no',
  foreign: 'host protocol',
};

export function docsIndex(table: CommandTable): string {
  const rows = table.commands.map(
    ({ name, summary, surface }) =>
      `| [\`${name}\`](${name.replaceAll(' ', '-')}.md) | ${cell(summary)} | ${jsonOutput[surface]} |`,
  );
  return page([
    notice,
    `# The commands of ${table.program}`,
    ['| command | what it does | JSON output |', '| --- | --- | --- |', ...rows].join('\n'),
    '*yes*: `--output-format json` answers by the schema that the command’s page names (the contracts call such a command *clawable*). *no*: it prints text for people only. *host protocol*: it speaks the protocol of the program that starts it.',
  ]);
}

export function commandPage(table: CommandTable, entry: CommandEntry): string {
  const examples = entry.examples.map(({ line, says }) => `# ${says}\n${line}`).join('\n\n');
  return page([
    notice,
    `# \`${table.program} ${entry.name}\``,
    `${entry.summary}.`,
    fenced(usage(table.program, entry)),
    entry.description,
    section(
      'Arguments',
      rowsOf(
        entry.arguments.map(({ name, says, choices }) => [
          name.toUpperCase(),
          choices ? `${says}: ${choices.join(', ')}` : says,
        ]),
      ),
    ),
    section('Flags', rowsOf(entry.flags.map(flagRow))),
    entry.surface === 'clawable'
      ? section('Flags of every command', rowsOf(table.global_flags.map(flagRow)))
      : `## Output\n\n${surfaceNote(entry)}`,
    entry.schema === null
      ? ''
      : `## JSON\n\n\`--output-format json\` answers with one envelope by [${entry.schema}](../../${entry.schema})${entry.streams ? '; `stream-json` prints one event a line before it' : ''}. See [error handling](../error-handling.md).`,
    section('Examples', examples === '' ? '' : fenced(examples)),
  ]);
}

function section(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n\n${body}`;
}

function rowsOf(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(([name = '', says = '']) => `| \`${cell(name)}\` | ${cell(says)} |`);
  return ['| | |', '| --- | --- |', ...lines].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function fenced(text: string): string {
  return `\`\`\`sh\n${text}\n\`\`\``;
}

function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
