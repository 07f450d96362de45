import { expect, it } from 'vitest';
import { schemaValidator } from './schema-validator.js';

const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => {
    const next = { $ref: `#/$defs/d${i + 1}` };
    return [`d${i}`, i === 39 ? { type: 'string' } : { anyOf: [next, next] }];
  }),
);

it.each([
  ['a regular expression that takes for ever', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
  ['references that double with every level', { $defs: doubling, $ref: '#/$defs/d0' }, 1],
  ['a reference to itself', { $ref: '#' }, {}],
  ['a pattern that is none', { type: 'string', pattern: '(' }, 'a'],
])('a result is refused where the schema of its server has %s', async (_, schema, value) => {
  const validate = (await schemaValidator()).getValidator(schema);
  expect(validate(value)).toMatchObject({ valid: false, errorMessage: expect.stringMatching(/schema/) });
});

it('a result that fits is taken, and one that does not is refused', async () => {
  const validate = (await schemaValidator()).getValidator({ type: 'object', required: ['n'] });
  expect(validate({ n: 1 })).toEqual({ valid: true, data: { n: 1 }, errorMessage: undefined });
  expect(validate({})).toMatchObject({ valid: false });
});
