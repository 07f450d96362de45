// What a start does not need is left out of the built program: the schemas that commands declare, which ship as files,
// and a function for each name in the index of commands.

import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** A declaration keeps everything but the schemas of its answers; they are made from the sources and ship as JSON. */
const schemaKeys = new Set(['returns', 'details']);

export function leanCommands(index) {
  return {
    name: 'lean-commands',
    transform: {
      filter: { id: /\/src\/commands\/.*\.ts$/ },
      handler(code, id) {
        if (id === index) return leanIndex(code, (file) => join(dirname(index), file), this);
        return withoutSchemas(code, id);
      },
    },
  };
}

/** A copy of a list of choices only pleases the compiler, and it keeps a schema in the program that nothing reads. */
export const plainChoices = {
  name: 'plain-choices',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /\bt\.Enum\(\[\.\.\./ },
    handler: (code) => code.replace(/\bt\.Enum\(\[\.\.\.([\w.]+)\]/g, 't.Enum($1'),
  },
};

/** The file of a command in the built program. */
const builtFile = (name) => `${name.replaceAll(' ', '-')}.cjs`;

/** Names only: a hundred small functions cost a start more than the command that it runs. */
function leanIndex(code, sourceOf, context) {
  const entries = [...code.matchAll(/^ {2}'?([a-z -]+?)'?: \(\) => import\('(.+)\.js'\),$/gm)];
  for (const [, name, file] of entries) {
    context.emitFile({ type: 'chunk', id: sourceOf(`${file}.ts`), fileName: builtFile(name) });
  }
  const names = entries.map(([, name]) => name);
  if (names.length !== code.match(/\bimport\(/g)?.length)
    throw new Error(`${names.length} commands were read from the index, and it has more`);
  return `
    const load = (name) => async () => require('./' + name.replaceAll(' ', '-') + '.cjs');
    export const commands = Object.fromEntries(${JSON.stringify(names.join())}.split(',').map((name) => [name, load(name)]));
  `;
}

function withoutSchemas(code, id) {
  const { program } = parseSync(id, code, { lang: 'ts' });
  const spans = [];
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.name !== 'clawable') return;
    for (const property of node.arguments[0]?.properties ?? []) {
      if (schemaKeys.has(property.key?.name)) spans.push(property);
    }
  });
  const kept = spans.toReversed().reduce((text, { start, end, key }) => {
    return `${text.slice(0, start)}${key.name}: undefined${text.slice(end)}`;
  }, code);
  return spans.length === 0 ? undefined : kept;
}

function walk(node, visit) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}
