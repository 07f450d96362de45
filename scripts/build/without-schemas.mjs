// Leaves out of the built program what a start does not need: the schemas that commands declare. They are generated from
// the sources and ship as files.

import { parseSync, Visitor } from 'rolldown/utils';

/** A declaration keeps everything but the schemas of its answers. */
const schemaKeys = new Set(['returns', 'details']);

export const withoutSchemas = {
  name: 'without-schemas',
  transform: {
    filter: { id: /\/src\/commands\/.*\.ts$/, code: /\bclawable\(/ },
    handler(code, id) {
      const schemas = [];
      const visitor = new Visitor({
        CallExpression({ callee, arguments: [declaration] }) {
          if (callee.name === 'clawable')
            schemas.push(...declaration.properties.filter(({ key }) => schemaKeys.has(key?.name)));
        },
      });
      visitor.visit(parseSync(id, code, { lang: 'ts' }).program);
      return schemas.reduceRight((text, { start, end, key }) => {
        return `${text.slice(0, start)}${key.name}: undefined${text.slice(end)}`;
      }, code);
    },
  },
};
