import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { readSchema, schemaNames } from '../cli/shipped.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';

export default clawable({
  name: 'schema',
  group: 'about',
  summary: 'Print the JSON Schema of an answer, a record or a file',
  description:
    'Without a name it lists the schemas that ship with the package. A command’s schema describes its whole envelope, success and failure; `envelope` describes any command’s. Everything is JSON Schema, draft 2020-12, in one self-contained document.',
  examples: [
    { line: 'ctx schema', says: 'what there is' },
    { line: 'ctx schema sysinfo', says: 'what `ctx sysinfo --output-format json` answers' },
    { line: 'ctx schema envelope', says: 'what any command answers' },
  ],
  arguments: { name: argument.any('a command, or another schema of the list') },
  flags: {},
  returns: t.Object(
    {
      available: t.Array(t.String()),
      name: t.Optional(t.String()),
      schema: t.Optional(t.Object({})),
    },
    closed,
  ),
  async run({ args }, { program }) {
    const available = schemaNames(program.shippedFolder);
    if (args.name.length === 0) return { available };
    const name = args.name.join('-');
    if (available.includes(name)) return { available, name, schema: readSchema(program.shippedFolder, name) };
    throw fail('schema_unknown', { operation: 'read', target: name, nearest: nearest(name, available) });
  },
  render: ({ available, schema }) =>
    schema === undefined ? available.join('\n') : JSON.stringify(schema, null, 2),
});
