// What the bundler changes in the sources of the commands.

import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** A declaration keeps everything but the schemas of its answers: those are generated, and ship as files. */
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

const headers = join(import.meta.dirname, '../../packages/ctx/src/agent/models/provider/light-headers.ts');

/** What the providers' packages share gets headers of our own: Node's take as long to load as Node itself (light-fetch.ts). */
export const lightHeaders = {
  name: 'light-headers',
  transform: {
    filter: { id: /[/\\]@ai-sdk[/\\]provider-utils[/\\]dist[/\\]index\.mjs$/ },
    handler: (code) => `import { Headers } from ${JSON.stringify(headers)};\n${code}`,
  },
};
