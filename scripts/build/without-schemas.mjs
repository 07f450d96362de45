// Leaves out of the built program what a start does not need: the schemas that commands declare. They are generated from
// the sources and ship as files.

import { parseSync } from 'rolldown/utils';

/** A declaration keeps everything but the schemas of its answers. */
const schemaKeys = new Set(['returns', 'details']);

export const withoutSchemas = {
  name: 'without-schemas',
  transform: {
    filter: { id: /\/src\/commands\/.*\.ts$/, code: /\bclawable\(/ },
    handler(code, id) {
      const { program } = parseSync(id, code, { lang: 'ts' });
      const spans = [];
      walk(program, (node) => {
        if (node.type !== 'CallExpression' || node.callee.name !== 'clawable') return;
        for (const property of node.arguments[0]?.properties ?? []) {
          if (schemaKeys.has(property.key?.name)) spans.push(property);
        }
      });
      return spans.toReversed().reduce((text, { start, end, key }) => {
        return `${text.slice(0, start)}${key.name}: undefined${text.slice(end)}`;
      }, code);
    },
  },
};

function walk(node, visit) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}
