// Answers as goldens: what differs from machine to machine is told by its type, and a golden is the least that must come.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../../../ctx/src/kit/trees.js';
import { broken } from './comparisons.js';
import type { Lifecycle } from './lifecycle.js';
import type { Answered } from './running.js';

/** Writes each answer as the golden that it would be, and says where. */
export function writeAnswers(
  answers: readonly Answered[],
  { answers: of }: Lifecycle,
  folder: string,
): string {
  mkdirSync(folder);
  for (const { envelope, name, varies, answer } of answers) {
    const file = join(folder, envelope, `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(portable(answer, [...(of?.varies ?? []), ...varies]), null, 2)}\n`);
  }
  return folder;
}

export function answerProblems(came: string, golden: string): readonly string[] {
  const names = filesBelow(came);
  const wanted = filesBelow(golden);
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `${name}: nothing answers it`),
    ...names.flatMap((name) => {
      if (!wanted.includes(name)) return [`${name}: it has no golden`];
      const problem = broken(readJson(join(golden, name)), readJson(join(came, name)));
      return problem === undefined ? [] : [`${name}: ${problem}`];
    }),
  ];
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** `varies` are ends of paths, as `/error/message`: those of an answer's own members, in either envelope; with `/*`, lists of any length. */
export function portable(value: unknown, varies: readonly string[], path = ''): unknown {
  if (Array.isArray(value) && varies.some((end) => `${path}/*`.endsWith(end))) return '<list>';
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject && varies.some((end) => path.endsWith(end))) return typeOf(value);
  if (Array.isArray(value)) return value.map((item) => portable(item, varies, path));
  if (!isObject) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, portable(member, varies, `${path}/${name}`)]),
  );
}

/** The value's type in its own place; of a list, one item of each type that it holds. */
function typeOf(value: unknown): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((item) => JSON.stringify(typeOf(item))))].map(parsed);
  if (typeof value !== 'object' || value === null) return value === null ? null : `<${typeof value}>`;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, typeOf(member)]));
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}
