// A check: the event it belongs to, how often it may speak, its words, and the look that finds whether it should.

import type { Context } from '../memory/context.js';
import type { CheckName } from '../memory/settings.js';
import type { ContextUse, EventKind, EventOf } from '../protocol/host-event.js';
import type { SessionNotes } from './session-notes.js';
import type { HookSettings } from './settings.js';

/** All that a check can look at. */
export interface Moment<K extends EventKind = EventKind> {
  readonly event: EventOf<K>;
  readonly host: string;
  readonly context: Context;
  /** Where the host works: paths of its tools are relative to it. */
  readonly folder: string;
  readonly settings: HookSettings;
  readonly notes: SessionNotes;
  readonly now: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Throws when the check has taken longer than it may. */
  refuseIfLate(): void;
  /** What the host's own record says of the model's context; it is read only when somebody asks. */
  contextUse(): ContextUse | undefined;
  /** What the person asked in this session, from the same record. */
  transcriptPrompts(): string[];
}

/** What a check has to say, as values for its words. */
export interface Observation {
  readonly facts: Readonly<Record<string, string | number>>;
  /** Tells findings of one check apart: each has its own throttle. */
  readonly key?: string;
  /** Whether the model was told already, so that only the person hears of it. */
  readonly modelKnows?: boolean;
}

/** Texts with `{fact}` in them. What is for whom is the check's own choice. */
export interface CheckWords {
  /** For the model: a fact, never an order. */
  readonly context?: string;
  /** For the person. */
  readonly message?: string;
  /** Stops what was about to happen. */
  readonly refusal?: string;
}

/** `always`, once in a session, or once in so many minutes of one. */
export type Throttle = 'always' | 'session' | number;

interface Declared<K extends EventKind> {
  readonly name: CheckName;
  readonly on: K;
  readonly throttle: Throttle;
  /** How long it may take; the host waits. */
  readonly limitMs?: number;
  /** It asks `refuseIfLate` by itself and waits for nothing but its own code, so no timer watches it: the first costs 0.3 ms. */
  readonly keepsTime?: true;
  readonly words: CheckWords;
  /** Whether `hooks.block` in the config may make it hold the agent back. */
  readonly mayBlock?: true;
  look(moment: Moment<K>): Observation | undefined | Promise<Observation | undefined>;
}

/** It looks only at moments of its own event. */
export type Check = Declared<EventKind>;

export function check<K extends EventKind>(declared: Declared<K>): Check {
  return {
    ...declared,
    look: (moment) => (isOf(declared.on, moment) ? declared.look(moment) : undefined),
  };
}

function isOf<K extends EventKind>(kind: K, moment: Moment): moment is Moment & Moment<K> {
  return moment.event.kind === kind;
}
