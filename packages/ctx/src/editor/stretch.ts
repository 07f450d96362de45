// A session as long as it is open for writing: one conversation of the loop, whose next message is the editor's next prompt.

import type { RunOutcome } from '../agent/conduct-run.js';
import type { Conducted } from '../runs/conducted.js';
import type { BetweenRuns, NextPrompt, Talk } from '../runs/talk.js';

export interface TurnEnd {
  readonly conducted: Conducted;
  /** Nothing where the session ended before the prompt became a run. */
  readonly outcome: RunOutcome | undefined;
}

export interface Stretch {
  /** What came of the prompt that it began with. */
  readonly first: Promise<TurnEnd>;
  /** Whether it takes another prompt. */
  readonly isOpen: boolean;
  say(prompt: string): Promise<TurnEnd>;
  /** The prompt under way is given up; what it started ends. */
  cancel(): void;
  /** The log is closed and nothing runs any more afterwards. What came of it; nothing where it failed. */
  leave(): Promise<Conducted | undefined>;
}

interface Pending {
  readonly resolve: (end: TurnEnd) => void;
  readonly reject: (error: unknown) => void;
}

/** `conduct` conducts the session until `talk` says that nothing follows. */
export function stretch(
  conduct: (given: { readonly talk: Talk; readonly signal: AbortSignal }) => Promise<Conducted>,
): Stretch {
  const whole = new AbortController();
  let turn = new AbortController();
  let hasBegun = false;
  let isOpen = true;
  let pending: Pending | undefined;
  let next:
    | { readonly between: BetweenRuns; readonly say: (said: NextPrompt | undefined) => void }
    | undefined;

  function prompted(): Promise<TurnEnd> {
    return new Promise((resolve, reject) => {
      pending = { resolve, reject };
    });
  }
  function settle(settled: (pending: Pending) => void): void {
    const waiting = pending;
    pending = undefined;
    if (waiting !== undefined) settled(waiting);
  }
  const talk: Talk = {
    begin() {
      hasBegun = true;
      return turn.signal;
    },
    next(between) {
      const { conducted } = between;
      settle(({ resolve }) => resolve({ conducted, outcome: conducted.runs.at(-1) }));
      return new Promise((resolve) => {
        next = { between, say: resolve };
      });
    },
  };

  const first = prompted();
  const done = conduct({ talk, signal: whole.signal }).then(
    (conducted) => {
      isOpen = false;
      settle(({ resolve }) => resolve({ conducted, outcome: conducted.runs.at(-1) }));
      return conducted;
    },
    (error: unknown) => {
      isOpen = false;
      settle(({ reject }) => reject(error));
      return undefined;
    },
  );

  return {
    first,
    get isOpen() {
      return isOpen && next !== undefined;
    },
    say(prompt) {
      const waiting = next;
      if (waiting === undefined) throw new TypeError('the session takes no prompt now');
      next = undefined;
      turn = new AbortController();
      const answered = prompted();
      waiting.say({ prompt, settings: waiting.between.settings });
      return answered;
    },
    cancel() {
      // Before the first run there is only the whole to give up: servers that start, questions that wait.
      if (hasBegun) turn.abort();
      else whole.abort();
    },
    async leave() {
      isOpen = false;
      turn.abort();
      whole.abort();
      next?.say(undefined);
      next = undefined;
      return done;
    },
  };
}
