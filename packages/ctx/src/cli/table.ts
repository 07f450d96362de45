// The table of commands as plain JSON: what schemas/commands.json holds, and what help is made of.

import * as t from 'typebox';
import { closed } from '../protocol/closed.js';
import { type Command, groups } from './command.js';
import { globalFlags } from './global-flags.js';
import type { Argument, Flag, Flags } from './inputs.js';

const argumentEntry = t.Object(
  {
    name: t.String(),
    kind: t.Enum(['one', 'optional', 'many', 'any']),
    says: t.String(),
    choices: t.Optional(t.Array(t.String())),
  },
  closed,
);

const flagEntry = t.Object(
  {
    name: t.String(),
    kind: t.Enum(['switch', 'text', 'texts', 'integer', 'decimal', 'choice']),
    says: t.String(),
    short: t.Optional(t.String()),
    value: t.Optional(t.String()),
    default: t.Optional(t.Union([t.String(), t.Number()])),
    choices: t.Optional(t.Array(t.String())),
    min: t.Optional(t.Number()),
    max: t.Optional(t.Number()),
    required: t.Optional(t.Boolean()),
  },
  closed,
);

/** Where the proofs of a command stand in the repository; null is a gap that parity-audit shows. */
const proofs = {
  schema: t.Union([t.String(), t.Null()]),
  docs: t.Union([t.String(), t.Null()]),
  fixture: t.Union([t.String(), t.Null()]),
  tests: t.Union([t.String(), t.Null()]),
};

const commandEntry = t.Object(
  {
    name: t.String(),
    group: t.Enum(groups),
    summary: t.String(),
    description: t.String(),
    surface: t.Enum(['clawable', 'opted-out', 'foreign']),
    /** Why it is opted out, or whose protocol a foreign one speaks. */
    because: t.Optional(t.String()),
    /** Whether stream-json gives events before the envelope. */
    streams: t.Boolean(),
    arguments: t.Array(argumentEntry),
    flags: t.Array(flagEntry),
    examples: t.Array(t.Object({ line: t.String(), says: t.String() }, closed)),
    ...proofs,
  },
  closed,
);

export const commandTable = t.Object(
  {
    program: t.String(),
    version: t.String(),
    /** What the program is for, in a few words. */
    about: t.String(),
    global_flags: t.Array(flagEntry),
    commands: t.Array(commandEntry),
  },
  closed,
);

export type ArgumentEntry = t.Static<typeof argumentEntry>;
export type FlagEntry = t.Static<typeof flagEntry>;
export type CommandEntry = t.Static<typeof commandEntry>;
export type CommandTable = t.Static<typeof commandTable>;
export type Proofs = Pick<CommandEntry, 'schema' | 'docs' | 'fixture' | 'tests'>;

export function entryOf(command: Command, proofs: Proofs): CommandEntry {
  const { name, group, summary, description, surface } = command;
  return {
    name,
    group,
    summary,
    description,
    surface,
    ...(surface === 'opted-out' ? { because: command.reason } : {}),
    ...(surface === 'foreign' ? { because: command.speaks } : {}),
    streams: surface === 'clawable' && command.long === true,
    arguments: Object.entries(command.arguments).map(argumentEntryOf),
    flags: flagEntriesOf(command.flags),
    examples: command.examples.map(({ line, says }) => ({ line, says })),
    ...proofs,
  };
}

export function globalFlagEntries(): FlagEntry[] {
  return flagEntriesOf(globalFlags);
}

function argumentEntryOf([name, argument]: [string, Argument]): ArgumentEntry {
  const { kind, says, choices } = argument;
  return { name, kind, says, ...(choices === undefined ? {} : { choices: [...choices] }) };
}

function flagEntriesOf(flags: Flags): FlagEntry[] {
  return Object.entries(flags).map(([name, flag]: [string, Flag]) => {
    const { choices, type: _, ...plain } = flag;
    return { name, ...plain, ...(choices === undefined ? {} : { choices: [...choices] }) };
  });
}
