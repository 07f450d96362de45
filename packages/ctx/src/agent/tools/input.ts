// The fields of a tool's input, which has been held against the tool's schema before the tool sees it.

import type { Json } from '../../protocol/json.js';

export function textIn(input: Json, field: string): string {
  const value = fieldOf(input, field);
  if (typeof value !== 'string') throw new TypeError(`no text in ${field}`);
  return value;
}

export function countIn(input: Json, field: string): number | undefined {
  const value = fieldOf(input, field);
  return typeof value === 'number' ? value : undefined;
}

export function optionalTextIn(input: Json, field: string): string | undefined {
  const value = fieldOf(input, field);
  return typeof value === 'string' ? value : undefined;
}

export function switchIn(input: Json, field: string): boolean {
  return fieldOf(input, field) === true;
}

/** Of an input that nobody has held against the schema yet. */
export function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? Object.fromEntries(Object.entries(input)) : {};
}

function fieldOf(input: Json, field: string): unknown {
  return typeof input === 'object' && input !== null
    ? Object.getOwnPropertyDescriptor(input, field)?.value
    : undefined;
}
