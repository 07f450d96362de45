import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';

/** Two words of a command line that cannot both be meant. */
export function contradiction(target: string, other: string): Failure {
  return fail('flags_contradict', { operation: 'argparse', target, other });
}
