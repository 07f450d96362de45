// Why something about the history failed, for a warning: the change itself goes on.

import { writeFailure } from '../../disk/system-errors.js';
import { Failure } from '../../protocol/failure.js';

export function reasonOf(error: unknown): string {
  const failure = writeFailure(error, '');
  if (!(failure instanceof Failure)) throw error;
  if (failure.code === 'disk_full') return 'there is no space left';
  return 'reason' in failure.where ? String(failure.where.reason) : failure.code;
}
