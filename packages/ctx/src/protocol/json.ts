// JSON as a type, and as the canonical text (RFC 8785) that hashes are made of.

import canonicalizeJson from 'canonicalize';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Canonical text of a value. A lone surrogate has no UTF-8 form, so it throws. */
export function canonical(value: unknown): string {
  const text = written(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

/** Plain JSON, which everything of ours is: the package looks at each letter of a text by itself. What is not plain is left to it. */
function written(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('a lone surrogate cannot be written as UTF-8');
    return JSON.stringify(value);
  }
  if (Array.isArray(value))
    return `[${value.map((item: unknown) => written(item ?? null) ?? 'null').join(',')}]`;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return canonicalizeJson(value);
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = written(Reflect.get(value, name));
    if (member !== undefined) members.push(`${written(name)}:${member}`);
  }
  return `{${members.join(',')}}`;
}

function isPlain(value: object): boolean {
  return !('toJSON' in value) && !(value instanceof Map) && !(value instanceof Set);
}
