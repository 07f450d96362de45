// Work that may never end by itself, such as a hostile regular expression: V8 ends it when its time is over.

import { createContext, Script } from 'node:vm';

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Calls `work`, which must not leave anything half done behind that matters. */
export type TimeLimit = <T>(work: () => T) => T;

/** V8 watches over what a script in a context of its own calls, also where that is code of ours. */
export function timeLimit(milliseconds: number): TimeLimit {
  const script = new Script('work()');
  const sandbox: { work: () => void } = { work: () => {} };
  const context = createContext(sandbox);
  return <T>(work: () => T): T => {
    const results: T[] = [];
    sandbox.work = () => {
      results.push(work());
    };
    try {
      script.runInContext(context, { timeout: milliseconds });
    } catch (error) {
      if (hasCode(error, 'ERR_SCRIPT_EXECUTION_TIMEOUT')) {
        throw new TookTooLong(`more than ${milliseconds} ms`);
      }
      // On a fast machine a hostile expression is through with the stack before its time is over.
      if (isStackOverflow(error)) throw new TookTooLong('it needs more stack than there is');
      throw error;
    }
    const [result] = results;
    if (result === undefined) throw new TypeError('the work gave no result');
    return result;
  };
}

function isStackOverflow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('name' in error && 'message' in error)) return false;
  return error.name === 'RangeError' && String(error.message).includes('call stack');
}

/** An error of the script's own context is no instance of our `Error`. */
function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
