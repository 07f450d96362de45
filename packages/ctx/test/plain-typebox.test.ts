// The stand-in for typebox in the built program makes the same JSON Schemas as typebox itself.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as t from 'typebox';
import { describe, expect, it } from 'vitest';
import * as plain from '../../../scripts/build/plain-typebox.js';

const packages = join(import.meta.dirname, '../..');

describe('a plain schema', () => {
  it('is the one that typebox makes', () => {
    expect(JSON.parse(JSON.stringify(example(plain)))).toEqual(JSON.parse(JSON.stringify(example(t))));
    const map = t.Record(t.String(), t.Integer(), { description: 'x' });
    expect(mapOf(plain)).toEqual(JSON.parse(JSON.stringify(map)));
  });

  it('can be made with every builder that is used outside the commands, whose schemas are not built in', () => {
    const sources = ['ctx', 'ctxctl'].flatMap((name) =>
      readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.startsWith('commands'))
        .map((file) => readFileSync(join(packages, name, 'src', file), 'utf8')),
    );
    const calls = sources
      .filter((source) => source.includes("import * as t from 'typebox'"))
      .flatMap((source) => [...source.matchAll(/\bt\.([A-Z]\w*)\(/g)].map(([, name]) => name ?? ''));
    expect([...new Set(calls)].filter((name) => !(name in plain))).toEqual([]);
  });
});

/** Without `Record`: the compiler needs gigabytes to see that both of them fit. */
function example(of: Omit<typeof plain, 'Record'>) {
  const inner = of.Object({ a: of.String({ minLength: 1 }), b: of.Optional(of.Integer({ minimum: 0 })) });
  return of.Object(
    {
      inner,
      list: of.Array(of.Union([of.Literal('x'), of.Literal(true), of.Null()]), { minItems: 1 }),
      kind: of.Enum(['one', 'two'], { description: 'which' }),
      rest: of.Optional(of.Unknown()),
      again: of.Optional(inner),
      flags: of.Object({ on: of.Optional(of.Boolean()), rate: of.Optional(of.Number({ maximum: 2 })) }),
    },
    { additionalProperties: false },
  );
}

function mapOf(of: typeof plain) {
  return of.Record(of.String(), of.Integer(), { description: 'x' });
}
