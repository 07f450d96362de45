// The contract's page is enough to write a reader of sessions: it names every member of every record, and only findings that
// there are.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingCodes } from '../src/evidence/verify/findings.js';
import { recordSchema, recordTypes } from '../src/protocol/records.js';
import { latestContract } from './latest-contract.js';

const contract = latestContract('session');
const page = readFileSync(join(contract, 'SPEC.md'), 'utf8');
const named = new Set(Array.from(page.matchAll(/`([^`\n]+)`/g), ([, name = '']) => name));

it.each(recordTypes)('names %s with all of its members and choices', (type) => {
  const missing = [type, ...wordsIn(recordSchema(type))].filter((word) => !named.has(word));
  expect(missing).toEqual([]);
});

it('lies beside the schemas that ctx itself reads records by', () => {
  const own = readFileSync(join(import.meta.dirname, '../../../schemas/records.json'), 'utf8');
  expect(JSON.parse(readFileSync(join(contract, 'records.schema.json'), 'utf8'))).toEqual(JSON.parse(own));
});

it('names no finding that there is not', () => {
  const codes: ReadonlySet<string> = new Set(findingCodes);
  const rules = page.slice(page.indexOf('## 5. '), page.indexOf('### 5.7')).split('\n');
  // The last cell of a row holds codes alone.
  const said = rules.flatMap((row) =>
    Array.from(
      row
        .split('|')
        .at(-2)
        ?.matchAll(/`([a-z_]+)`/g) ?? [],
    ),
  );
  expect(said.length).toBeGreaterThan(40);
  expect(said.map(([, code = '']) => code).filter((code) => !codes.has(code))).toEqual([]);
});

/** Names of members, and the words that a member may be. */
function wordsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    if (keyword === 'properties' && typeof value === 'object' && value !== null)
      return [...Object.keys(value), ...Object.values(value).flatMap(wordsIn)];
    if ((keyword === 'enum' || keyword === 'examples') && Array.isArray(value)) return value.map(String);
    return wordsIn(value);
  });
}
