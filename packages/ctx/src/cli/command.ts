// A command is data. The parser, the help, the schemas, the docs and the tests all read this one declaration.

import type { Static, TObject, TSchema, TUnion } from 'typebox';
import type { Environment } from '../disk/user-folder.js';
import type { Clock } from '../time/clock.js';
import type { Arguments, Flags, Input } from './inputs.js';
import type { Screen } from './screen.js';
import type { Terminal } from './terminal.js';

export const groups = [
  'run',
  'tools',
  'sessions',
  'evidence',
  'memory',
  'hosts',
  'catalog',
  'about',
  'maintain',
] as const;

interface Example {
  readonly line: string;
  readonly says: string;
}

interface Described<A extends Arguments, F extends Flags> {
  /** As people type it: `pad undo`. */
  readonly name: string;
  readonly group: (typeof groups)[number];
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly Example[];
  readonly arguments: A;
  readonly flags: F;
}

/** What a command gets from outside. Nothing that is not deterministic reaches it another way. */
export interface Services {
  readonly env: Environment;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted by SIGINT or SIGTERM; `reason` is the signal's name. */
  readonly signal: AbortSignal;
  /** Whether stdin is a pipe or a file, and so may hold something for the command. */
  readonly hasInput?: (() => boolean) | undefined;
  /** From now on Ctrl-C is the command's own business, until it gives it back; SIGTERM as well where it says so. */
  readonly takeCtrlC: (handle: (signal: string) => void, which?: 'SIGTERM too') => () => void;
  /** One event of a long command: a line of stream-json, or live progress on a terminal. */
  readonly emit: (event: object) => void;
  /** What is worth showing to a person who watches, and to nobody else; nothing where nobody does. */
  readonly show?: ((event: object) => void) | undefined;
  readonly program: ProgramFacts;
  /** When each stage of starting up ended, in milliseconds since the process began. */
  readonly stages: readonly { readonly stage: Stage; readonly at: number }[];
}

export type Stage = 'kernel' | 'resolve' | 'load' | 'parse';

export interface ProgramFacts {
  readonly name: string;
  readonly version: string;
  readonly commands: CommandIndex;
  /** Where the files are that ship beside the code: the table, the schemas, the list of rooms. */
  readonly shippedFolder: string;
}

/** An object, or one of a few. */
type Answers = TObject | TUnion<TObject[]>;

export interface Watching {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Environment;
}

export interface Watcher {
  /** Whether all that the agent says is seen here as it comes. */
  readonly showsText: boolean;
  take(event: object): void;
  /** Nothing more comes: what would be drawn anew goes away. */
  end(): void;
}

/** Speaks JSON: has a schema for what it returns. */
export interface Clawable<
  A extends Arguments = Arguments,
  F extends Flags = Flags,
  S extends Answers = Answers,
> extends Described<A, F> {
  readonly surface: 'clawable';
  readonly returns: S;
  /** The schema of `error.details`, where a failure has any. */
  readonly details?: TSchema;
  /** Text mode shows `error.details` as it would have shown the answer, before the failure's own words. */
  readonly showsDetails?: true;
  /** It streams events while it works, and ends by itself, in its own words, when the signal is aborted. */
  readonly long?: true;
  run(input: Input<A, F>, services: Services): Promise<Static<S>>;
  /** `now` is the moment of the answer, for what it says of ages. */
  render(data: Static<S>, terminal: Terminal, now: () => number): string;
  /** Where its text goes into a file or another program, it is somebody's own bytes, and stays as it is. */
  readonly exact?: true;
  /** What text mode says of one event while the command works; nothing where it stays silent. `midLine`: the last text is not at its line's end. */
  live?(event: object, terminal: Terminal, midLine: boolean): string | undefined;
  /** The same for a command that many events come from, drawn as they come. Loaded only where somebody may watch. */
  watch?(screen: Screen, given: Watching): Promise<Watcher>;
  /** Warnings in the result, which text mode prints on stderr. */
  warnings?(data: Static<S>): readonly string[];
}

/** Text for people only, until demand is on record. */
export interface OptedOut<A extends Arguments = Arguments, F extends Flags = Flags> extends Described<A, F> {
  readonly surface: 'opted-out';
  readonly reason: string;
  readonly long?: true;
  watch?(screen: Screen, given: Watching): Promise<Watcher>;
  run(input: Input<A, F>, services: Services): Promise<string>;
}

/** Speaks somebody else's protocol on stdout, and answers with its own exit code. */
export interface Foreign<A extends Arguments = Arguments, F extends Flags = Flags> extends Described<A, F> {
  readonly surface: 'foreign';
  readonly speaks: string;
  readonly long?: true;
  watch?(screen: Screen, given: Watching): Promise<Watcher>;
  run(
    input: Input<A, F>,
    services: Services,
  ): Promise<{ readonly stdout: string; readonly exitCode: number }>;
}

export type Command = Clawable | OptedOut | Foreign;

/** Names and where their code is; nothing is loaded before it is asked for. */
export type CommandIndex = Readonly<Record<string, () => Promise<{ readonly default: Command }>>>;

export function clawable<const A extends Arguments, const F extends Flags, S extends Answers>(
  declaration: Omit<Clawable<A, F, S>, 'surface'>,
): Clawable<A, F, S> {
  return { ...declaration, surface: 'clawable' };
}

export function optedOut<const A extends Arguments, const F extends Flags>(
  declaration: Omit<OptedOut<A, F>, 'surface'>,
): OptedOut<A, F> {
  return { ...declaration, surface: 'opted-out' };
}

export function foreign<const A extends Arguments, const F extends Flags>(
  declaration: Omit<Foreign<A, F>, 'surface'>,
): Foreign<A, F> {
  return { ...declaration, surface: 'foreign' };
}
