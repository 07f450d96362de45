// Whether a value is a record, checked against the records' own JSON Schemas: what is read from a file can then be trusted.

import { isMembers } from '../protocol/members.js';
import type { PlainSchema } from '../protocol/plain-schema.js';
import {
  type RecordOf,
  type RecordType,
  recordSchema,
  recordTypes,
  type SessionRecord,
} from '../protocol/records.js';

type Check = (value: unknown) => boolean;

/** Knows the shape of every type of record; a type's checks are made when the first record of it comes by. */
export interface RecordShapes {
  isType(type: unknown): type is RecordType;
  isRecord<K extends RecordType>(type: K, value: unknown): value is RecordOf<K> & SessionRecord;
}

export function recordShapes(): RecordShapes {
  const types = new Set<unknown>(recordTypes);
  const checks = new Map<string, Check>();
  return {
    isType: (type): type is RecordType => types.has(type),
    isRecord<K extends RecordType>(type: K, value: unknown): value is RecordOf<K> & SessionRecord {
      let check = checks.get(type);
      if (check === undefined) {
        check = checkOf(schemaOf(type));
        checks.set(type, check);
      }
      return check(value);
    },
  };
}

function schemaOf(type: RecordType): PlainSchema {
  const schema = Object.assign<PlainSchema, object>({}, recordSchema(type));
  // That these two are digests is what the chain itself shows.
  return {
    ...schema,
    properties: { ...schema.properties, hash: { type: 'string' }, prev: { type: 'string' } },
  };
}

/** Whether a value has the form of a schema. A keyword that is not known here is a programmer's mistake. */
export function checkOf(schema: PlainSchema): Check {
  if (schema.anyOf !== undefined) return anyOf(schema.anyOf.map(checkOf));
  if (schema.enum !== undefined) return memberOf(schema.enum);
  if ('const' in schema) return (value) => value === schema.const;
  switch (schema.type) {
    case undefined:
      return (value) => value !== undefined;
    case 'object':
      return objectWith(schema);
    case 'array':
      return arrayOf(checkOf(schema.items ?? {}), schema.minItems ?? 0);
    case 'string':
      return stringLike(schema.pattern);
    case 'integer':
      return integerFrom(schema.minimum ?? Number.MIN_SAFE_INTEGER);
    case 'number':
    case 'boolean':
      return (value) => typeof value === schema.type;
    case 'null':
      return (value) => value === null;
    default:
      throw new TypeError(`no check for a schema of type ${schema.type}`);
  }
}

function anyOf(checks: readonly Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

function memberOf(choices: readonly unknown[]): Check {
  return (value) => choices.includes(value);
}

function arrayOf(item: Check, minItems: number): Check {
  return (value) => Array.isArray(value) && value.length >= minItems && value.every(item);
}

function stringLike(pattern: string | undefined): Check {
  if (pattern === undefined) return (value) => typeof value === 'string';
  const expression = new RegExp(pattern);
  return (value) => typeof value === 'string' && expression.test(value);
}

function integerFrom(minimum: number): Check {
  return (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum;
}

function objectWith(schema: PlainSchema): Check {
  const required = new Set(schema.required);
  const members = new Map(
    Object.entries(schema.properties ?? {}).map(([name, of]) => {
      return [name, { check: checkOf(of), required: required.has(name) }];
    }),
  );
  return (value) => {
    if (!isMembers(value)) return false;
    let found = 0;
    // The one loop that is fast here: a hundred thousand records have a million members.
    for (const name in value) {
      const member = value[name];
      // A member that is undefined is not written, so it is not there.
      if (member === undefined) continue;
      const known = members.get(name);
      if (known === undefined || !known.check(member)) return false;
      if (known.required) found += 1;
    }
    return found === required.size;
  };
}
