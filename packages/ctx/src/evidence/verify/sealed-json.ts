// JSON files of ours that nobody trusts yet: UTF-8, canonical, one line, by their schema. Anything else is a finding.

import { isUtf8 } from 'node:buffer';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { isCanonicalText } from '../../protocol/canonical-text.js';

export type Sealed<T> =
  | { readonly value: T }
  | { readonly problem: 'malformed' | 'not_canonical'; readonly why: string };

export function sealedJson<S extends TSchema>(schema: S, bytes: Buffer): Sealed<Static<S>> {
  const text = textOf(bytes);
  if (text === undefined) return { problem: 'malformed', why: 'it is not valid UTF-8' };
  try {
    const value: unknown = JSON.parse(text);
    if (!isOf(schema, value)) return { problem: 'malformed', why: 'it does not fit its schema' };
    // One line: behind the value there is LF and nothing else.
    if (!text.endsWith('}\n') || !isCanonicalText(text.slice(0, -1)))
      return { problem: 'not_canonical', why: 'it is not written in canonical form' };
    return { value };
  } catch (error) {
    // Whoever nests deeper than the stack has not got it from us.
    if (error instanceof SyntaxError || error instanceof RangeError)
      return { problem: 'malformed', why: 'it is not valid JSON' };
    throw error;
  }
}

function isOf<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return Check(schema, value);
}

function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
