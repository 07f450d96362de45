// A YAML or JSON document that people write, read strictly: what does not fit is named, with the nearest that does.

import { load, YAMLException } from 'js-yaml';
import type { Static, TSchema } from 'typebox';
// Not typebox/value: that brings typebox's whole type engine into what every command loads.
import { Check, Errors } from 'typebox/schema';
import { readText } from '../disk/read.js';
import { type DocumentRule, fail } from '../protocol/codes.js';
import { nearest } from '../protocol/nearest.js';

/** `file` is where the document is; `shown` is how messages call it. */
export function readDocument<S extends TSchema>(file: string, shown: string, schema: S): Static<S> {
  return parseDocument(readText(file), shown, schema);
}

export function parseDocument<S extends TSchema>(text: string, shown: string, schema: S): Static<S> {
  const value = parseYaml(text, shown);
  if (!isWellFormed(value)) throw halfCharacter(shown);
  if (fits(schema, value)) return value;
  throw misfit(schema, value, shown);
}

function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return Check(schema, value);
}

function parseYaml(text: string, shown: string): unknown {
  try {
    // Aliases are refused: a few of them unfold into more than any memory holds.
    return load(text, { filename: shown, maxAliases: 0 });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    throw fail('document_malformed', {
      operation: 'parse',
      target: shown,
      line: (cause.mark?.line ?? 0) + 1,
      problem: cause.reason,
      cause,
    });
  }
}

/** YAML can write half a surrogate pair, which nothing can write to a log. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
}

function halfCharacter(shown: string) {
  return fail('document_invalid', {
    operation: 'parse',
    target: shown,
    place: '',
    rule: 'well_formed',
    wanted: '',
  });
}

function misfit(schema: TSchema, value: unknown, shown: string) {
  const [, errors] = Errors(schema, value);
  const unknownKey = errors.find(({ keyword }) => keyword === 'additionalProperties');
  if (unknownKey !== undefined && unknownKey.keyword === 'additionalProperties') {
    const key = String(unknownKey.params.additionalProperties[0]);
    const known = Object.keys(subschema(schema, unknownKey.schemaPath)['properties'] ?? {});
    return fail('document_key_unknown', {
      operation: 'parse',
      target: shown,
      key: `${dotted(unknownKey.instancePath, true)}${key}`,
      known,
      nearest: nearest(key, known),
    });
  }
  // The deepest complaint is the one that a person can act on; an outer one only repeats it.
  const [error] = errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  if (error === undefined) throw new TypeError('a value that does not fit has no error');
  return fail('document_invalid', {
    operation: 'parse',
    target: shown,
    place: dotted(error.instancePath, false),
    ...ruleOf(error),
  });
}

function ruleOf(error: ReturnType<typeof Errors>[1][number]): { rule: DocumentRule; wanted: string } {
  switch (error.keyword) {
    case 'type':
      return { rule: 'type', wanted: String(error.params.type) };
    case 'enum':
      return { rule: 'one_of', wanted: error.params.allowedValues.join(', ') };
    case 'const':
      return { rule: 'one_of', wanted: String(error.params.allowedValue) };
    case 'required':
      return { rule: 'needs', wanted: error.params.requiredProperties.join(', ') };
    default:
      return { rule: 'other', wanted: error.message };
  }
}

/** The part of a schema that an error's `#/properties/runs/items` points at. */
function subschema(
  schema: object,
  pointer: string,
): Readonly<Record<string, unknown> & { properties?: object }> {
  let found: unknown = schema;
  for (const word of pointer.split('/').slice(1)) {
    found =
      typeof found === 'object' && found !== null
        ? Object.entries(found).find(([key]) => key === word)?.[1]
        : undefined;
  }
  return typeof found === 'object' && found !== null ? { ...found } : {};
}

/** `/runs/0/task` as people write it: `runs[0].task`. */
function dotted(pointer: string, withDot: boolean): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((word) => (/^\d+$/.test(word) ? `[${word}]` : `.${word}`))
    .join('')
    .replace(/^\./, '');
  return path !== '' && withDot ? `${path}.` : path;
}
