// SCHEMAS.md: what each command's `data` holds, for people, from the same schemas that machines get.

import type { TSchema } from 'typebox';
import type { CommandTable } from '../../packages/ctx/src/cli/table.js';
import type { SharedSchema } from './shared-schemas.js';

export function schemasPage(
  table: CommandTable,
  schemas: ReadonlyMap<string, TSchema>,
  shared: readonly SharedSchema[],
): string {
  const parts = [
    '<!-- Generated from the table of commands by `npm run generate`. Do not edit. -->',
    '# Schemas',
    'Every command with JSON output answers `--output-format json` with one envelope, version 2.0. The tables below say what its `data` holds; the JSON Schemas (draft 2020-12) are in [schemas/](schemas/), ship inside the package, and are printed by `ctx schema NAME`.',
    '## Shared',
    shared.map(({ name, says }) => `- [\`${name}\`](schemas/${name}.json): ${says}`).join('\n'),
    '- [`commands`](schemas/commands.json): the table itself, every command, argument and flag',
    '## The envelope',
    fieldTable(branch(shared.find(({ name }) => name === 'envelope')?.schema, 'failure')),
    'Success has `data` in place of `error`, and `exit_code` 0.',
  ];
  for (const { name, summary, surface, schema } of table.commands) {
    if (surface !== 'clawable') continue;
    const data = properties(branch(schemas.get(name), 'success'))['data'];
    parts.push(`## \`${name}\``, `${summary}. Schema: [${schema}](${schema})`, fieldTable(data));
    const error = properties(branch(schemas.get(name), 'failure'))['error'];
    const details = properties(error)['details'];
    if (Object.keys(properties(details)).length > 0) parts.push('`error.details`:', fieldTable(details));
  }
  return `${parts.join('\n\n')}\n`;
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function branch(schema: unknown, title: string): unknown {
  const options = isNode(schema) && Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  return options.find((option) => isNode(option) && option['title'] === title);
}

function properties(schema: unknown): Node {
  return isNode(schema) && isNode(schema['properties']) ? schema['properties'] : {};
}

function fieldTable(schema: unknown): string {
  const rows = fields(schema, '');
  if (rows.length === 0) return 'No fields are fixed.';
  return [
    '| field | type |',
    '| --- | --- |',
    ...rows.map(([name, type]) => `| \`${name}\` | ${type} |`),
  ].join('\n');
}

/** One row a field, nested ones with their path: `runs[].run_id`. */
function fields(schema: unknown, path: string): [string, string][] {
  if (!isNode(schema)) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties(schema)).flatMap(([name, field]): [string, string][] => {
    const own = `${path}${name}${required.includes(name) ? '' : '?'}`;
    const row: [string, string] = [own, typeName(field)];
    if (!isNode(field)) return [row];
    if (field['type'] === 'array') return [row, ...fields(field['items'], `${own}[].`)];
    if (Array.isArray(field['anyOf']))
      return [row, ...field['anyOf'].flatMap((option) => fields(option, `${own}.`))];
    return [row, ...fields(field, `${own}.`)];
  });
}

function typeName(schema: unknown): string {
  if (!isNode(schema)) return 'any';
  if (Array.isArray(schema['anyOf'])) return [...new Set(schema['anyOf'].map(typeName))].join(' or ');
  if ('const' in schema) return `\`${JSON.stringify(schema['const'])}\``;
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => `\`${value}\``).join(', ');
  if (schema['type'] === 'array') return `list of ${typeName(schema['items'])}`;
  return typeof schema['type'] === 'string' ? schema['type'] : 'any';
}
