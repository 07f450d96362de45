// A YAML or JSON document that people write, read strictly: what does not fit is named, with the nearest that does.

import { load, YAMLException } from 'js-yaml';
import type { Static, TSchema } from 'typebox';
import { readText } from '../disk/read.js';
import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import { lineOf } from './line-of.js';
import { type Misfit, misfitsOf, type ValuePath } from './misfits.js';

/** `file` is where the document is; `shown` is how messages call it; `described` is where its form can be looked up. */
export function readDocument<S extends TSchema>(
  file: string,
  shown: string,
  schema: S,
  described?: string,
): Static<S> {
  return parseDocument(readText(file), shown, schema, described);
}

/** A script of a model may be long; what is longer than this is no document that people write. */
const longestDocument = 1 << 24;

export function parseDocument<S extends TSchema>(
  text: string,
  shown: string,
  schema: S,
  described?: string,
): Static<S> {
  const value = parseYaml(text, shown);
  if (!isWellFormed(value)) throw halfCharacter(shown);
  const misfits = misfitsOf(schema, value);
  if (fits<S>(value, misfits)) return value;
  throw misfit(misfits, text, shown, described);
}

function fits<S extends TSchema>(_value: unknown, misfits: readonly Misfit[]): _value is Static<S> {
  return misfits.length === 0;
}

function parseYaml(text: string, shown: string): unknown {
  if (text.length > longestDocument) {
    throw fail('file_unreadable', { operation: 'parse', target: shown, reason: 'it is longer than 16 MB' });
  }
  try {
    // Aliases are refused: a few of them unfold into more than any memory holds.
    return load(text, { filename: shown, maxAliases: 0 });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    throw fail('document_malformed', {
      operation: 'parse',
      target: shown,
      line: (cause.mark?.line ?? 0) + 1,
      problem: problemOf(cause),
      cause,
    });
  }
}

/** The parser calls aliases by the name of its own option. */
function problemOf({ reason }: YAMLException): string {
  return reason.includes('maxAliases') ? 'aliases (`*name`) are not allowed' : reason;
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

function misfit(misfits: readonly Misfit[], text: string, shown: string, described: string | undefined) {
  const where = { operation: 'parse', target: shown };
  const unknown = misfits.find((one) => one.kind === 'unknown_key');
  if (unknown?.kind === 'unknown_key') {
    const { key, known, path } = unknown;
    return fail('document_key_unknown', {
      ...where,
      key: dotted([...path, key]),
      line: lineOf(text, [...path, key]),
      known,
      nearest: nearest(key, known),
    });
  }
  // The deepest complaint is the one that a person can act on; an outer one only repeats it.
  const [deepest] = misfits.toSorted((a, b) => b.path.length - a.path.length);
  if (deepest?.kind !== 'invalid') throw new TypeError('a value that does not fit has no misfit');
  const { path, rule, wanted } = deepest;
  const line = lineOf(text, path);
  return fail('document_invalid', { ...where, place: dotted(path), line, rule, wanted, described });
}

/** As people write it: `runs[0].task`. */
function dotted(path: ValuePath): string {
  const joined = path.map((word) => (typeof word === 'number' ? `[${word}]` : `.${word}`)).join('');
  return joined.replace(/^\./, '');
}
