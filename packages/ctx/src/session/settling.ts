// Records that count only once a shared store has them: they wait in line, go out together, and are shown when they are in.
// Whoever lost the session finds out here, and nothing of theirs gets in any more.

import { Failure } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import type { Log } from './log.js';

/** A record as the store keeps it; `line` has no LF. */
export interface SealedLine {
  readonly seq: number;
  readonly hash: string;
  readonly prev: string;
  readonly line: string;
}

/** A session in a store that other machines share. */
export interface SharedPlace {
  /** All of them or none are in the store when it returns; it fails with `lease_lost` where the session is not ours any more. */
  readonly commit: (lines: readonly SealedLine[]) => Promise<void>;
  /** The claim by which it is ours. */
  readonly epoch: number;
}

export interface Waiting {
  /** As the file has it, with its end. */
  readonly line: string;
  readonly record: SessionRecord;
}

export interface SettlingOptions {
  /** Gets what the store has, in order. */
  readonly onSettled: (records: readonly Waiting[]) => void;
  /** Called once, with what never got in. */
  readonly onFailed: (why: unknown, rest: readonly Waiting[]) => void;
}

/** Of what goes out together, so that no statement grows without bound. */
const mostAtOnce = 1000;
const mostCharacters = 1 << 24;
/** For so many milliseconds a record that nothing waits for may stay behind. */
const longestUnsent = 20;

export class Settling {
  readonly #shared: SharedPlace;
  readonly #options: SettlingOptions;
  #line: Waiting[] = [];
  #underWay: Promise<void> | undefined;
  #isPlanned = false;
  #failed: { readonly why: unknown } | undefined;

  constructor(shared: SharedPlace, options: SettlingOptions) {
    this.#shared = shared;
    this.#options = options;
  }

  take(records: readonly Waiting[]): void {
    this.#line.push(...records);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // Whoever waits for it goes at once and takes all along; somebody who watches need not wait for the next step.
    setTimeout(() => {
      this.#isPlanned = false;
      this.settled().catch(() => {});
    }, longestUnsent);
  }

  /** Everything that was taken so far is in the store. */
  async settled(): Promise<void> {
    if (this.#failed !== undefined) throw this.#failed.why;
    if (this.#line.length === 0) return;
    this.#underWay ??= this.#work().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  /** From now on nothing gets in. */
  give(why: unknown): void {
    if (this.#failed !== undefined) return;
    this.#failed = { why };
    const rest = this.#line;
    this.#line = [];
    this.#options.onFailed(why, rest);
  }

  async #work(): Promise<void> {
    while (this.#line.length > 0) {
      const together = this.#next();
      try {
        await this.#shared.commit(together.map(sealedLine));
      } catch (error) {
        this.give(error);
      }
      if (this.#failed !== undefined) throw this.#failed.why;
      this.#line = this.#line.slice(together.length);
      this.#options.onSettled(together);
    }
  }

  #next(): readonly Waiting[] {
    let characters = 0;
    const end = this.#line.findIndex(({ line }, at) => {
      characters += line.length;
      return at > 0 && (at >= mostAtOnce || characters > mostCharacters);
    });
    return this.#line.slice(0, end < 0 ? undefined : end);
  }
}

function sealedLine({ line, record: { seq, hash, prev } }: Waiting): SealedLine {
  return { seq, hash, prev, line: line.slice(0, -1) };
}

/** Of a log whose file is all there is. */
export const settledAlready = Promise.resolve();

/** For whoever cannot let a failure through: whether what was appended counts. */
export function hasSettled(log: Pick<Log, 'settled'>): Promise<boolean> {
  return log.settled().then(
    () => true,
    () => false,
  );
}

/** Whether somebody else has the session now. */
export function isLoss(error: unknown): boolean {
  return error instanceof Failure && error.code === 'lease_lost';
}
