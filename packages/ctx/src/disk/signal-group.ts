// A signal to a process and whatever it started beside itself: the group has its leader's id, and outlives it while any member runs.

import { isSystemError } from '../protocol/failure.js';

/** Nothing where nobody is left in it. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Of a group that has ended and was not waited for yet, macOS says that it is not permitted.
    if (!isSystemError(error, 'ESRCH', 'EPERM')) throw error;
  }
}
