// Where a document does not fit its schema, and how. A general validator would load more code than most commands have.

import type { DocumentRule } from '../protocol/code-facts.js';
import { isMembers } from '../protocol/members.js';
import type { PlainSchema } from '../protocol/plain-schema.js';

/** A path is a list of keys and indexes, from the outside in. */
export type ValuePath = readonly (string | number)[];

export type Misfit =
  | {
      readonly kind: 'unknown_key';
      readonly path: ValuePath;
      readonly key: string;
      readonly known: readonly string[];
    }
  | {
      readonly kind: 'invalid';
      readonly path: ValuePath;
      readonly rule: DocumentRule;
      readonly wanted: string;
    };

export function misfitsOf(schema: PlainSchema, value: unknown, path: ValuePath = []): readonly Misfit[] {
  if (schema.anyOf !== undefined) return misfitsOfAll(schema.anyOf, value, path);
  const broken = brokenRule(schema, value);
  if (broken !== undefined) return [{ kind: 'invalid', path, ...broken }];
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => misfitsOf(schema.items ?? {}, item, [...path, i]));
  }
  if (!isMembers(value)) return [];
  const [each] = Object.values(schema.patternProperties ?? {});
  if (each !== undefined)
    return Object.entries(value).flatMap(([key, inner]) => misfitsOf(each, inner, [...path, key]));
  return schema.properties === undefined ? [] : misfitsOfMembers(schema, schema.properties, value, path);
}

/** Where none of the choices fits, all that is wrong with any of them. */
function misfitsOfAll(choices: readonly PlainSchema[], value: unknown, path: ValuePath): readonly Misfit[] {
  const each = choices.map((choice) => misfitsOf(choice, value, path));
  return each.some((misfits) => misfits.length === 0) ? [] : each.flat();
}

function misfitsOfMembers(
  { required = [] }: PlainSchema,
  properties: NonNullable<PlainSchema['properties']>,
  value: Readonly<Record<string, unknown>>,
  path: ValuePath,
): readonly Misfit[] {
  const known = Object.keys(properties);
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const needs: Misfit = { kind: 'invalid', path, rule: 'needs', wanted: missing.join(', ') };
  const inside = Object.entries(value).flatMap(([key, inner]): readonly Misfit[] => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schema === undefined) return [{ kind: 'unknown_key', path, key, known }];
    return misfitsOf(schema, inner, [...path, key]);
  });
  return missing.length === 0 ? inside : [needs, ...inside];
}

interface Broken {
  readonly rule: DocumentRule;
  readonly wanted: string;
}

function brokenRule(schema: PlainSchema, value: unknown): Broken | undefined {
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return { rule: 'one_of', wanted: schema.enum.join(', ') };
  if ('const' in schema && value !== schema.const) return { rule: 'one_of', wanted: String(schema.const) };
  if (schema.type !== undefined && !isOfType(schema.type, value))
    return { rule: 'type', wanted: schema.type };
  if (typeof value === 'number') return brokenBound(schema, value);
  if (typeof value === 'string') return brokenText(schema, value);
  if (Array.isArray(value) && value.length < (schema.minItems ?? 0))
    return { rule: 'items', wanted: String(schema.minItems) };
  return undefined;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isMembers(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function brokenBound({ minimum, maximum, exclusiveMinimum }: PlainSchema, value: number): Broken | undefined {
  if (minimum !== undefined && value < minimum) return { rule: 'at_least', wanted: String(minimum) };
  if (maximum !== undefined && value > maximum) return { rule: 'at_most', wanted: String(maximum) };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return { rule: 'more_than', wanted: String(exclusiveMinimum) };
  return undefined;
}

function brokenText({ minLength = 0, pattern }: PlainSchema, value: string): Broken | undefined {
  if (value.length < minLength) return { rule: 'not_empty', wanted: '' };
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return { rule: 'like', wanted: pattern };
  return undefined;
}
