// A file of the memory whose text cannot be what it must be, with the line.

import { fail } from '../protocol/codes.js';

/** `next` where `ctx doctor --fix` mends it. */
export function malformedFile(target: string, line: number, problem: string, next?: 'doctor') {
  return fail('memory_file_malformed', {
    operation: 'parse',
    target,
    line,
    problem,
    ...(next !== undefined && { next }),
  });
}

export function conflictedFile(target: string, line: number) {
  return malformedFile(target, line, 'is the mark of a merge conflict', 'doctor');
}
