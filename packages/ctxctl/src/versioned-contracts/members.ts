// The members that answers must have, by command: one table, held against every answer in every envelope.

import { join } from 'node:path';
import * as t from 'typebox';
import { closed } from '../../../ctx/src/kit/command.js';
import { isThere, readDocument } from '../../../ctx/src/kit/files.js';
import type { Answered } from './running.js';

const table = t.Object(
  {
    commands: t.Array(
      t.Object(
        {
          command: t.String(),
          /** Of a success: each member with its type. */
          data: t.Unknown(),
          /** Of an answer that something is not there: what stands beside its error. */
          missing: t.Optional(t.Unknown()),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type MemberTable = t.Static<typeof table>;

interface Count {
  readonly of: number;
  /** Those that every answer has, in every envelope, with the type that the table says. */
  readonly there: number;
}

export interface MemberCount {
  readonly data: Count;
  readonly missing: Count;
}

export function readMembers(version: string): MemberTable | undefined {
  const file = join(version, 'members.json');
  return isThere(file) ? readDocument(file, file, table) : undefined;
}

export function heldMembers(
  wanted: MemberTable,
  answers: readonly Answered[],
): { readonly count: MemberCount; readonly problems: readonly string[] } {
  const data: CheckedMember[] = [];
  const missing: CheckedMember[] = [];
  for (const { command, ...members } of wanted.commands) {
    const ofCommand = answers.filter((answered) => answered.command === command);
    const successes = ofCommand.filter(({ exitCode }) => exitCode === 0);
    const absences = ofCommand.filter(({ answer }) => member(answer, 'found') === false);
    for (const [name, type] of Object.entries(Object(members.data)))
      data.push(checkedMember(`${command}: data.${name}`, type, valuesOf(name, successes, bodyOf)));
    for (const [name, type] of Object.entries(Object(members.missing)))
      missing.push(
        checkedMember(
          `${command}: ${name}`,
          type,
          valuesOf(name, absences, ({ answer }) => answer),
        ),
      );
  }
  return {
    count: { data: countOf(data), missing: countOf(missing) },
    problems: [...data, ...missing].flatMap(({ problem }) => problem ?? []),
  };
}

/** A member of an answer, held against its type. */
interface CheckedMember {
  readonly problem: string | undefined;
}

function countOf(members: readonly CheckedMember[]): Count {
  return {
    of: members.length,
    there: members.filter(({ problem }) => problem === undefined).length,
  };
}

function bodyOf({ envelope, answer }: Answered): unknown {
  return envelope === '2.0' ? member(answer, 'data') : answer;
}

function valuesOf(name: string, answers: readonly Answered[], body: (answered: Answered) => unknown) {
  return answers.map((answered) => ({ envelope: answered.envelope, value: member(body(answered), name) }));
}

type Seen = ReturnType<typeof valuesOf>[number];

function checkedMember(what: string, type: unknown, seen: readonly Seen[]): CheckedMember {
  if (seen.length === 0) return { problem: `${what}: no answer shows it` };
  // An empty list would fit every type.
  if (seen.every(({ value }) => Array.isArray(value) && value.length === 0))
    return { problem: `${what}: no answer has anything in it` };
  for (const { envelope, value } of seen) {
    const place = misfit(type, value, '');
    if (place !== undefined)
      return { problem: `${what}${place} in envelope ${envelope} is no ${JSON.stringify(type)}` };
  }
  return { problem: undefined };
}

/** The first place that is not of its type: `string|null`, `'deleted'|'not_found'`, `[{"name":"string"}]`, `{"prompt":"string"}`. */
function misfit(type: unknown, value: unknown, path: string): string | undefined {
  if (typeof type === 'string') return type.split('|').some((one) => isOf(one, value)) ? undefined : path;
  if (Array.isArray(type)) {
    if (!Array.isArray(value)) return path;
    return first(value.map((item, i) => misfit(type[0], item, `${path}[${i}]`)));
  }
  if (typeof type !== 'object' || type === null) throw new TypeError(`no type: ${JSON.stringify(type)}`);
  return first(Object.entries(type).map(([name, of]) => misfit(of, member(value, name), `${path}.${name}`)));
}

function first(places: readonly (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined);
}

function isOf(type: string, value: unknown): boolean {
  if (type.startsWith("'")) return value === type.slice(1, -1);
  switch (type) {
    case 'null':
      return value === null;
    case 'true':
    case 'false':
      return value === (type === 'true');
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      throw new TypeError(`no type: ${type}`);
  }
}

function member(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}
