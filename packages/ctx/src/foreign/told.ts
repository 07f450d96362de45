// What a transcript of another agent tells, in words that all hosts share. A host's reader makes these; a lane makes records of them.

import type { Finish, ModelPart, Usage } from '../protocol/records.js';

interface At {
  /** When it happened by the host's clock; nothing where the host does not say. */
  readonly at?: string | undefined;
}

export interface Prompt extends At {
  readonly tells: 'prompt';
  readonly text: string;
}

/** Pieces with the same id are one answer, wherever they stand. */
export interface AnswerPiece extends At {
  readonly tells: 'answer';
  /** What the provider calls the answer. */
  readonly id?: string | undefined;
  /** Pieces with the same one are put together, where the host does not write the id on each. */
  readonly group?: string | undefined;
  readonly parts: readonly ModelPart[];
  /** As the host says it; nothing where it does not. */
  readonly finish?: Finish | undefined;
  /** Of the whole answer; the last piece that has it counts. */
  readonly usage?: Usage | undefined;
  readonly cost_microusd?: number | undefined;
  readonly model?: string | undefined;
  /** What the host calls the digest of the request. */
  readonly request?: string | undefined;
}

/** Usage that comes beside the answer under way, perhaps with what the provider calls that answer. */
export interface UsageTold {
  readonly tells: 'usage';
  readonly usage?: Usage | undefined;
  readonly id?: string | undefined;
  readonly cost_microusd?: number | undefined;
}

export interface Result extends At {
  readonly tells: 'result';
  readonly call_id: string;
  readonly output: string;
  readonly is_error: boolean;
  readonly exit_code?: number | undefined;
  readonly denied?: { readonly rule: string; readonly reason: string } | undefined;
  readonly interrupted?: boolean | undefined;
  /** What the host calls the subagent that the call started. */
  readonly spawned?: string | undefined;
  /** Members that the host does not say so, and that were made of what it says. */
  readonly derived?: readonly string[] | undefined;
}

export interface FailureTold extends At {
  readonly tells: 'failure';
  readonly message: string;
  readonly status?: number | undefined;
}

export interface Compaction extends At {
  readonly tells: 'compaction';
  readonly tokens_before?: number | undefined;
  readonly tokens_after?: number | undefined;
}

/** The host says that a turn is over. */
export interface ToldTurnEnd extends At {
  readonly tells: 'turn_end';
  readonly how: 'completed' | 'cancelled';
}

/** Something that a reader of the session should know. */
export interface Note {
  readonly tells: 'note';
  readonly code: string;
  readonly says: string;
}

/** A record that nobody here knows: counted, and kept by its digest. */
export interface Unknown {
  readonly tells: 'unknown';
  readonly type: string;
}

export type Told =
  | Prompt
  | AnswerPiece
  | UsageTold
  | Result
  | FailureTold
  | Compaction
  | ToldTurnEnd
  | Note
  | Unknown;

/** What is told of a subagent inside its parent's file names it; everything else is of the file's own run. */
export interface InLane {
  readonly told: Told;
  readonly lane?: string | undefined;
  /** The call that started that subagent, where the line says it. */
  readonly call_id?: string | undefined;
  /** Where the line begins that tells it, where that was held back until now. */
  readonly start?: number | undefined;
  /** Of a subagent that another one started: that one. */
  readonly within?: string | undefined;
}

/** What a transcript says of the session, as far as it was read. */
export interface Facts {
  version?: string | undefined;
  model?: string | undefined;
  cwd?: string | undefined;
  /** What the host calls the session. */
  session_id?: string | undefined;
  /** Of a subagent in a file of its own: what the host calls the session that started it. */
  parent_session?: string | undefined;
  /** The session that this one was forked from. */
  forked_from?: string | undefined;
  began_at?: string | undefined;
  /** The file itself is a subagent's. */
  subagent?: true | undefined;
  /** Of a history that was taken over from another session: where this one's own part begins. */
  own_from?: number | undefined;
}

export interface Checked {
  readonly what: string;
  readonly of: number;
  readonly held: number;
}

/** Reads one file of a host, line by line. It never throws for what a line says. */
export interface TranscriptReader {
  readonly facts: Facts;
  /** A parsed line and what it tells. `start` is where it begins in the file. */
  take(line: unknown, start?: number): readonly InLane[];
  /** After the last line: what was held back. */
  end(): readonly InLane[];
  /** What the file itself could be checked by. */
  checked(): readonly Checked[];
}
