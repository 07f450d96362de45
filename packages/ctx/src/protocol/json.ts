// JSON as a type, and as the canonical text (RFC 8785) that hashes are made of.

import canonicalizeJson from 'canonicalize';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Canonical text of a value. A lone surrogate has no UTF-8 form, so it throws. */
export function canonical(value: unknown): string {
  const text = canonicalizeJson(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate cannot be written as UTF-8');
  return text;
}
