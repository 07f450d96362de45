import * as t from 'typebox';
import { describe, expect, it } from 'vitest';
import { misfitsOf } from './misfits.js';

const properties = {
  name: t.String({ minLength: 1, pattern: '^[a-z]+$' }),
  level: t.Optional(t.Integer({ minimum: 1, maximum: 9 })),
  rate: t.Optional(t.Number({ exclusiveMinimum: 0 })),
  kind: t.Optional(t.Enum(['one', 'two'])),
  list: t.Optional(t.Array(t.Object({ on: t.Boolean() }, { additionalProperties: false }), { minItems: 1 })),
  either: t.Optional(
    t.Union([t.Literal(true), t.Object({ at: t.Integer() }, { additionalProperties: false })]),
  ),
  any: t.Optional(t.Unknown()),
  none: t.Optional(t.Null()),
  map: t.Optional(t.Record(t.String(), t.Integer())),
};
const schema: t.TSchema = t.Object(properties, { additionalProperties: false });

describe('a document', () => {
  it('that fits has no misfits', () => {
    expect(misfitsOf(schema, { name: 'a' })).toEqual([]);
    const full = {
      level: 9,
      rate: 0.1,
      kind: 'two',
      list: [{ on: true }],
      either: { at: 1 },
      any: [1],
      none: null,
      map: { anything: 1 },
    };
    expect(misfitsOf(schema, { name: 'a', ...full })).toEqual([]);
    expect(misfitsOf(schema, { name: 'a', either: true })).toEqual([]);
  });

  it.each([
    ['no mapping', [], 'type', 'object', []],
    ['without a member that it needs', [], 'needs', 'name', { level: 1 }],
    ['with an empty text', ['name'], 'not_empty', '', { name: '' }],
    ['with a text that looks different', ['name'], 'like', '^[a-z]+$', { name: 'A' }],
    ['with a number for a text', ['name'], 'type', 'string', { name: 1 }],
    ['below a bound', ['level'], 'at_least', '1', { name: 'a', level: 0 }],
    ['above a bound', ['level'], 'at_most', '9', { name: 'a', level: 10 }],
    ['with a fraction for a whole number', ['level'], 'type', 'integer', { name: 'a', level: 1.5 }],
    ['with infinity for a number', ['rate'], 'type', 'number', { name: 'a', rate: Number.POSITIVE_INFINITY }],
    ['not above an open bound', ['rate'], 'more_than', '0', { name: 'a', rate: 0 }],
    ['with another choice', ['kind'], 'one_of', 'one, two', { name: 'a', kind: 'three' }],
    ['with too short a list', ['list'], 'items', '1', { name: 'a', list: [] }],
    [
      'with a fault deep inside',
      ['list', 1, 'on'],
      'type',
      'boolean',
      { name: 'a', list: [{ on: true }, { on: 1 }] },
    ],
    [
      'with a member of a map that is none',
      ['map', 'x'],
      'type',
      'integer',
      { name: 'a', map: { y: 1, x: '1' } },
    ],
    ['with something for nothing', ['none'], 'type', 'null', { name: 'a', none: 0 }],
  ])('%s is told where and how', (_, path, rule, wanted, value) => {
    expect(misfitsOf(schema, value)).toEqual([{ kind: 'invalid', path, rule, wanted }]);
  });

  it('with a key that nobody knows is told which ones there are', () => {
    expect(misfitsOf(schema, { name: 'a', list: [{ on: true, off: 1 }], toString: 1 })).toEqual([
      { kind: 'unknown_key', path: ['list', 0], key: 'off', known: ['on'] },
      { kind: 'unknown_key', path: [], key: 'toString', known: Object.keys(properties) },
    ]);
  });

  it('that fits none of several choices is told what each of them misses', () => {
    expect(misfitsOf(schema, { name: 'a', either: { at: 'x' } })).toEqual([
      { kind: 'invalid', path: ['either'], rule: 'one_of', wanted: 'true' },
      { kind: 'invalid', path: ['either', 'at'], rule: 'type', wanted: 'integer' },
    ]);
  });
});
