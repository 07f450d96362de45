// The keys of one mapping of a script, read strictly: an unknown key or a value of another kind is an error with a place.

import { fail } from '../../protocol/codes.js';
import type { Failure } from '../../protocol/failure.js';
import { nearest } from '../../protocol/nearest.js';

export class Fields {
  readonly #file: string;
  readonly #place: string;
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(file: string, place: string, value: unknown, known: readonly string[]) {
    this.#file = file;
    this.#place = place;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.wrong('must be a mapping');
    }
    this.#values = new Map(Object.entries(value));
    for (const key of this.#values.keys()) {
      if (known.includes(key)) continue;
      const where = { operation: 'read script', target: file, place, key, nearest: nearest(key, known) };
      throw fail('script_key_unknown', where);
    }
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  value(key: string): unknown {
    return this.#values.get(key);
  }

  text(key: string): string | undefined {
    const value = this.value(key);
    if (value === undefined || (typeof value === 'string' && value.isWellFormed())) return value;
    throw this.wrong(`must have text as \`${key}\``);
  }

  count(key: string): number | undefined {
    const value = this.#number(key);
    if (value === undefined || Number.isSafeInteger(value)) return value;
    throw this.wrong(`must have a whole number as \`${key}\``);
  }

  amount(key: string): number {
    const value = this.#number(key);
    if (value !== undefined) return value;
    throw this.wrong(`must have \`${key}\``);
  }

  items(key: string): readonly unknown[] {
    const value = this.value(key) ?? [];
    if (Array.isArray(value)) return value;
    throw this.wrong(`must have a list as \`${key}\``);
  }

  inner(key: string, known: readonly string[]): Fields | undefined {
    return this.has(key)
      ? new Fields(this.#file, `${this.#place}, ${key},`, this.value(key), known)
      : undefined;
  }

  item(place: string, value: unknown, known: readonly string[]): Fields {
    return new Fields(this.#file, place, value, known);
  }

  wrong(reason: string): Failure {
    return fail('script_invalid', {
      operation: 'read script',
      target: this.#file,
      place: this.#place,
      reason,
    });
  }

  #number(key: string): number | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
    throw this.wrong(`must have a number that is not negative as \`${key}\``);
  }
}
