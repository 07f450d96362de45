// Which ids were given out, also by states of the pad that were undone: an id is never used for another entry.

import { dirname } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { readProjectText } from '../../disk/read.js';
import { Failure, isSystemError } from '../../protocol/failure.js';
import { type Context, contextPath } from '../context.js';
import { ensureFolder } from '../ensure-folder.js';
import type { Pad } from './document.js';
import { historyName } from './pad-file.js';
import { reasonOf } from './reason.js';

const markName = 'next-id';

/** The pad with the id that its next entry may have. A mark that is missing or no number asks for nothing. */
export function withFreshIds(context: Context, pad: Pad): Pad {
  const mark = readMark(context);
  return mark > pad.next ? { ...pad, next: mark } : pad;
}

/**
 * Remembers, before an older state takes the place of a newer one, which ids the newer one has given out. Returns why
 * it could not: that must not stop the way back.
 */
export function rememberIds(context: Context, newer: Pad, older: Pad): string | undefined {
  const next = Math.max(newer.next, readMark(context));
  if (next <= older.next) return undefined;
  try {
    const path = contextPath(context, historyName, markName);
    ensureFolder(dirname(path), 0o700);
    writeAtomically(path, `${next}\n`, 0o600);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function readMark(context: Context): number {
  try {
    const mark = Number(readProjectText(context.root, contextPath(context, historyName, markName)));
    return Number.isSafeInteger(mark) ? mark : 0;
  } catch (error) {
    if (isNoMark(error)) return 0;
    throw error;
  }
}

/** Nothing of that name, or no history of ours at all; the history itself says so when it is written to. */
function isNoMark(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  return (
    ['file_not_found', 'path_outside'].includes(error.code) || isSystemError(error.where.cause, 'ENOTDIR')
  );
}
