// Something of the server's that goes on: asked for what is new, one question at a time, until what was wanted last is there.

import type { Fault } from './ask.js';
import { faultOf } from './fetched.js';

export interface Known<T> {
  readonly answer?: T;
  readonly fault?: Fault;
}

export interface Follower {
  want(version: string): void;
  end(): void;
}

/** Between two questions for what is new. */
const rest = 400;

/** `next` gets what is known so far, and gives the whole with what is new. */
export function follow<T>(
  next: (before: T | undefined) => Promise<T>,
  tell: (known: Known<T>) => void,
): Follower {
  let wanted = '';
  let isAsking = false;
  let isOver = false;
  let answer: T | undefined;
  const keepUp = async () => {
    for (let done = ''; done !== wanted && !isOver; ) {
      done = wanted;
      answer = await next(answer);
      if (!isOver) tell({ answer });
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  };
  return {
    want(version) {
      wanted = version;
      if (isAsking) return;
      isAsking = true;
      void keepUp()
        .catch((error: unknown) => {
          if (!isOver) tell({ ...(answer === undefined ? {} : { answer }), fault: faultOf(error) });
        })
        .finally(() => {
          isAsking = false;
        });
    },
    end() {
      isOver = true;
    },
  };
}
