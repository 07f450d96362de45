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
  const asked = async (): Promise<Known<T>> => {
    try {
      answer = await next(answer);
      return { answer };
    } catch (error) {
      return { ...(answer === undefined ? {} : { answer }), fault: faultOf(error) };
    }
  };
  const keepUp = async () => {
    isAsking = true;
    for (let done = ''; done !== wanted && !isOver; ) {
      done = wanted;
      const known = await asked();
      if (!isOver) tell(known);
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    isAsking = false;
  };
  return {
    want(version) {
      wanted = version;
      if (!isAsking) void keepUp();
    },
    end() {
      isOver = true;
    },
  };
}
