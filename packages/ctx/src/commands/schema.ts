import { dirname, relative, resolve } from 'node:path';
import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { readSchema, schemaNames } from '../cli/shipped.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import { writeSchema } from './schema/write-schema.js';

export default clawable({
  name: 'schema',
  group: 'about',
  summary: 'Print the JSON Schema of an answer, a record or a file',
  description:
    'Without a name it lists the schemas that ship with the package. A command’s schema describes its whole envelope, success and failure; `envelope` describes any command’s. Everything is JSON Schema, draft 2020-12, in one self-contained document. --out writes it to a file, which editors read: put the line that it prints at the top of your YAML file, and the YAML language server (VS Code, Neovim, Zed, JetBrains) completes and checks it.',
  examples: [
    { line: 'ctx schema', says: 'list the schemas' },
    { line: 'ctx schema sysinfo', says: 'what `ctx sysinfo --output-format json` answers' },
    { line: 'ctx schema envelope', says: 'what any command answers' },
    {
      line: 'ctx schema session-config --out .context/schemas/session-config.json',
      says: 'for your editor; `ctx run FILE` reads such configs',
    },
  ],
  arguments: { name: argument.any('a command, or another schema of the list') },
  flags: {
    out: flag.text('write it to this file', 'FILE'),
    force: flag.switch('replace a file that is not a schema of ctx'),
  },
  returns: t.Object(
    {
      available: t.Array(t.String()),
      name: t.Optional(t.String()),
      schema: t.Optional(t.Object({})),
      /** With --out: the file, and the first line of a YAML file in the working folder that it is for. */
      path: t.Optional(t.String()),
      editor_line: t.Optional(t.String()),
    },
    closed,
  ),
  async run({ args, flags }, { cwd, program }) {
    const available = schemaNames(program.shippedFolder);
    if (args.name.length === 0) {
      if (flags.out === undefined) return { available };
      throw fail('argument_missing', { operation: 'argparse', target: 'name', command: 'schema' });
    }
    const name = args.name.join('-');
    if (!available.includes(name))
      throw fail('schema_unknown', { operation: 'read', target: name, nearest: nearest(name, available) });
    const schema = readSchema(program.shippedFolder, name);
    if (flags.out === undefined) return { available, name, schema };
    const path = resolve(cwd, flags.out);
    writeSchema(path, schema, flags.force);
    return { available, name, path, editor_line: editorLine(cwd, path) };
  },
  render({ available, schema, path, editor_line }) {
    if (path !== undefined) return `Wrote ${path}\n\nFirst line of a YAML file here:\n  ${editor_line}\n`;
    return schema === undefined ? available.join('\n') : JSON.stringify(schema, null, 2);
  },
});

/** The language server reads the path from the folder of the YAML file. */
function editorLine(cwd: string, path: string): string {
  const below = relative(cwd, path);
  const shown = below.startsWith('..') || dirname(below) === below ? path : `./${below}`;
  return `# yaml-language-server: $schema=${shown}`;
}
