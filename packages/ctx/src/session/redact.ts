// Secrets never reach the log: their values are replaced in every string of a record before it is hashed.

import type { Environment } from '../disk/user-folder.js';
import { secretsOf } from './environment-secrets.js';
import { type RedactedStream, redactedStreams } from './redact-stream.js';
import { tokenShapes } from './token-shapes.js';

export interface Redacted<T> {
  readonly value: T;
  readonly count: number;
}

export interface Redactor {
  /** A text without secrets, and well-formed: half of a surrogate pair has no UTF-8 form. */
  text(text: string): Redacted<string>;
  /** The same for every string and every key of a JSON value. Gives back the same object if nothing was found. */
  object(value: object): Redacted<object>;
  /** For a text that comes in pieces. */
  stream(): RedactedStream;
}

/** More rounds than one are only needed where a secret's own text looks like a piece of a placeholder. */
const mostRounds = 8;
/** What somebody else chooses as names does not fill memory. */
const mostCleanNames = 1000;
const longestCleanName = 64;

export function redactorFor(env: Environment): Redactor {
  const secrets = secretsOf(env);
  // What most texts do not hold, no longer search is needed for.
  const hint = new RegExp(
    [...[...secrets.keys()].map(escaped), ...tokenShapes.map((shape) => shape.hint)].join('|'),
  );

  let expression: RegExp | undefined;

  function text(given: string): Redacted<string> {
    let value = given.isWellFormed() ? given : given.toWellFormed();
    let count = 0;
    if (!hint.test(value)) return { value, count };
    expression ??= expressionFor(secrets);
    const searched = expression;
    for (let round = 0; round < mostRounds; round++) {
      const before = count;
      value = value.replace(searched, (match: string, placeholder: unknown, ...groups: unknown[]) => {
        if (placeholder !== undefined) return match;
        count += 1;
        const known = secrets.get(match);
        if (known !== undefined) return known;
        const shape = tokenShapes[groups.findIndex((group) => group !== undefined)];
        if (shape === undefined) throw new TypeError('a match without a shape');
        return `${shape.keeps?.exec(match)?.[0] ?? ''}${placeholderFor(shape.name)}`;
      });
      if (count === before) break;
    }
    return { value, count };
  }

  /** Names of members come again and again. */
  const cleanNames = new Set<string>();

  function isCleanName(name: string): boolean {
    if (cleanNames.has(name)) return true;
    if (!isClean(name)) return false;
    if (cleanNames.size < mostCleanNames && name.length < longestCleanName) cleanNames.add(name);
    return true;
  }

  /** Whether there is nothing to look for, which is so of nearly every record: then nothing is copied. */
  function isClean(value: unknown): boolean {
    if (typeof value === 'string') return value.isWellFormed() && !hint.test(value);
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) return value.every(isClean);
    for (const name of Object.keys(value))
      if (!isCleanName(name) || !isClean(Reflect.get(value, name))) return false;
    return true;
  }

  const beginStream = redactedStreams((piece) => text(piece).value, secrets.keys());
  return {
    text,
    object: (value) => (isClean(value) ? { value, count: 0 } : redactObject(value, text)),
    stream: beginStream,
  };
}

/** One for all: a placeholder stands for itself, then the known values, then one group a shape. */
function expressionFor(secrets: ReadonlyMap<string, string>): RegExp {
  const placeholders = [...secrets.values(), ...tokenShapes.map(({ name }) => placeholderFor(name))];
  const pattern = [
    `(${[...new Set(placeholders)].map(escaped).join('|')})`,
    ...(secrets.size === 0 ? [] : [[...secrets.keys()].map(escaped).join('|')]),
    ...tokenShapes.map(({ pattern }) => `(${pattern})`),
  ].join('|');
  return new RegExp(pattern, 'g');
}

function placeholderFor(name: string): string {
  return `[redacted:${name}]`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

type RedactText = (text: string) => Redacted<string>;

function redactObject(value: object, text: RedactText): Redacted<object> {
  return Array.isArray(value) ? redactArray(value, text) : redactMembers(value, text);
}

function redactAny(value: unknown, text: RedactText): Redacted<unknown> {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'object' && value !== null) return redactObject(value, text);
  return { value, count: 0 };
}

function redactArray(items: readonly unknown[], text: RedactText): Redacted<object> {
  let count = 0;
  let changed = false;
  const clean = items.map((item) => {
    const redacted = redactAny(item, text);
    count += redacted.count;
    changed ||= redacted.value !== item;
    return redacted.value;
  });
  return { value: changed ? clean : items, count };
}

function redactMembers(value: object, text: RedactText): Redacted<object> {
  let count = 0;
  let changed = false;
  // A map, because a key may be `__proto__`, and two keys may become the same placeholder.
  const clean = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    const redactedName = text(name);
    const redacted = redactAny(member, text);
    count += redactedName.count + redacted.count;
    changed ||= redactedName.value !== name || redacted.value !== member;
    clean.set(freeName(redactedName.value, clean), redacted.value);
  }
  return { value: changed ? Object.fromEntries(clean) : value, count };
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}#${number}`)) return `${name}#${number}`;
}
