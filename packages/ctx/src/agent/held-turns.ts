// What came of a run's turns, for its answer. What was said in them is in the log: of a long run only the newest texts are
// held, so that memory does not grow with the length of a conversation.

import type { TurnResult } from '../protocol/records.js';

/** In characters, of all turns of a run together. */
export const mostText = 1 << 23;

export const leftOut = '(left out of this answer: it is in the log of the session)';

export class HeldTurns {
  readonly #results: TurnResult[] = [];
  readonly #most: number;
  #text = 0;
  #cleared = 0;

  constructor(most = mostText) {
    this.#most = most;
  }

  /** How many turns there were. */
  get length(): number {
    return this.#results.length;
  }

  /** How many of them are without their texts. */
  get cleared(): number {
    return this.#cleared;
  }

  get last(): TurnResult | undefined {
    return this.#results.at(-1);
  }

  get all(): readonly TurnResult[] {
    return this.#results;
  }

  /** The last turn always keeps its texts: it is what the run answers with. */
  add(result: TurnResult): void {
    this.#results.push(result);
    this.#text += textIn(result);
    while (this.#text > this.#most && this.#cleared < this.#results.length - 1) {
      const oldest = this.#results[this.#cleared];
      if (oldest === undefined) return;
      this.#text -= textIn(oldest);
      this.#results[this.#cleared] = withoutTexts(oldest);
      this.#cleared += 1;
    }
  }
}

function textIn({ prompt, output, structured_output }: TurnResult): number {
  const structured = structured_output === undefined ? 0 : JSON.stringify(structured_output).length;
  return prompt.length + output.length + structured;
}

function withoutTexts({ structured_output: _, ...result }: TurnResult): TurnResult {
  return { ...result, prompt: leftOut, output: leftOut };
}
