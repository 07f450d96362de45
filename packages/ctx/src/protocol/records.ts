// The records of a session's log: one discriminated union, as types and as JSON Schemas. No I/O.

import * as t from 'typebox';
import { closed } from './closed.js';
import { bodies } from './records/bodies.js';
import { count, digest, id, moment, text, whole } from './records/members.js';

export type { Effort } from './efforts.js';
export type { Finish, ModelFailureKind, ModelPart } from './records/answers.js';
export { contractId, formatVersion, genesis } from './records/format.js';
export type {
  Agent,
  CaptureManifest,
  CaptureSource,
  ContextPiece,
  Fence,
  Origin,
  PoolEntry,
  ServerState,
} from './records/opening.js';
export { agent, captureManifest, contextPiece, fence, origin, parentRun } from './records/opening.js';
export type { Spent, StopReason, Totals, TurnResult, Usage } from './records/results.js';
export { spent, stopReasons, totals, turnResult, usage } from './records/results.js';
export { limits } from './records/resumption.js';
export type {
  Budget,
  PlannedRun,
  Policy,
  Price,
  RunSettings,
  SandboxSettings,
} from './records/settings.js';
export { price, runSettings } from './records/settings.js';

export type RecordType = keyof typeof bodies;
export const recordTypes = Object.keys(bodies).filter((name): name is RecordType => name in bodies);

/** What any record may say besides. */
interface Telling {
  /** The run that it is of, where that is one with a parent. */
  readonly run_id?: string;
  /** When it happened by the clock of another agent, where it was written later. */
  readonly happened_at?: string;
  /** Members that the source does not hold, and that were derived from it. */
  readonly derived?: string[];
}

/** What a record of each type says, without its place in the chain. */
export type RecordBodies = { [K in RecordType]: t.Static<t.TObject<(typeof bodies)[K]>> & Telling };

/** Its place in the chain. */
export interface Linked {
  readonly at: string;
  readonly hash: string;
  readonly prev: string;
  readonly seq: number;
  /** How many secrets were replaced in this record before it was hashed. */
  readonly redacted?: number;
}

export type RecordOf<K extends RecordType> = Linked & { readonly type: K } & RecordBodies[K];
export type SessionRecord = { [K in RecordType]: RecordOf<K> }[RecordType];

/** May stand anywhere behind the first record: it tells of a run or of the session, and nothing follows from it. */
export type Aside = Extract<
  SessionRecord,
  {
    readonly type:
      | 'workspace.changed'
      | 'workspace.snapshot'
      | 'workspace.restored'
      | 'source.observed'
      | 'finding';
  }
>;

export function isAside(record: SessionRecord): record is Aside {
  const { type } = record;
  return type.startsWith('workspace.') || type === 'source.observed' || type === 'finding';
}

/** Only records of a run that has a parent name their run; such a run is open beside others. */
export function isOfSubagent(record: SessionRecord): boolean {
  if (record.type === 'run.opened' || record.type === 'run.closed') return record.parent !== undefined;
  return record.run_id !== undefined;
}

/** What another agent did has its own clock; an import writes it down later. */
export function happenedAt({ at, happened_at }: SessionRecord): string {
  return happened_at ?? at;
}

export function recordSchema(type: RecordType) {
  return t.Object(
    {
      at: moment(),
      hash: digest(),
      prev: digest(),
      seq: count(),
      type: t.Literal(type),
      redacted: t.Optional(whole(1)),
      run_id: t.Optional(id()),
      happened_at: t.Optional(moment()),
      derived: t.Optional(t.Array(text(), { minItems: 1 })),
      ...bodies[type],
    },
    closed,
  );
}
