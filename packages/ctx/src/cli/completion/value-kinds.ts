// What a shell offers in a place: fixed words, paths, or names that only the program knows.

import type { ArgumentEntry, CommandEntry, FlagEntry } from '../table.js';

/** Names that change from project to project; `ctx completion --words KIND` prints them. */
export const namedKinds = [
  'sessions',
  'fleets',
  'models',
  'agents',
  'hosts',
  'schemas',
  'pages',
  'tools',
  'commands',
  'entries',
  'tasks',
] as const;
export type NamedKind = (typeof namedKinds)[number];

export type ValueKind = 'files' | 'folders' | NamedKind;

/** By how the help names the value. */
const byValue: Readonly<Record<string, ValueKind>> = {
  FILE: 'files',
  PATH: 'files',
  'SCHEMA.json': 'files',
  DIR: 'folders',
  MODEL: 'models',
  SESSION: 'sessions',
  HOST: 'hosts',
};

export function kindOfFlag({ name, kind, value = '' }: FlagEntry): ValueKind | undefined {
  if (kind !== 'text' && kind !== 'texts') return undefined;
  if (name === 'agent') return 'agents';
  if (name === 'session') return 'sessions';
  return Object.hasOwn(byValue, value) ? byValue[value] : undefined;
}

/** By the argument's name; a command of its own before any other. */
const byArgument: Readonly<Record<string, readonly ValueKind[]>> = {
  'delete-session id': ['sessions'],
  'verify path': ['sessions', 'fleets', 'files'],
  'sign path': ['sessions', 'files'],
  'import what': ['agents', 'files'],
  'schema name': ['schemas'],
  'docs page': ['pages'],
  'show-tool name': ['tools'],
  'exec-tool name': ['tools'],
  'show-command name': ['commands'],
  'exec-command name': ['commands'],
  'catalog show id': ['entries'],
  'catalog install id': ['entries'],
  'task done id': ['tasks'],
  'run prompt': ['files'],
  'simulate prompt': ['files'],
  'unlock lock': ['files'],
  session: ['sessions'],
  fleet: ['fleets'],
  dir: ['folders'],
  folder: ['folders'],
  file: ['files'],
  files: ['files'],
  path: ['files'],
};

export function kindsOfArgument(entry: CommandEntry, { name }: ArgumentEntry): readonly ValueKind[] {
  return byArgument[`${entry.name} ${name}`] ?? byArgument[name] ?? [];
}

export function isNamed(kind: ValueKind): kind is NamedKind {
  return namedKinds.some((named) => named === kind);
}
