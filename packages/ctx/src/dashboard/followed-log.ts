// A log that grows, read as far as it goes and no byte twice, each record held against the chain before anybody sees it.

import { closeSync, fstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Line, readLineBatches } from '../disk/lines.js';
import { openRegularFileIn } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import type { SessionRecord } from '../protocol/records.js';
import type { Head } from '../session/chain.js';
import { type BreakReason, checkLine, lineChecks } from '../session/line-check.js';

export interface FollowedLog {
  readonly head: Head | undefined;
  /** Whether a line stands at its end that is not whole. */
  readonly torn: boolean;
  /** Where and why the chain breaks: nothing more is read. */
  readonly broken: { readonly seq: number; readonly reason: BreakReason } | undefined;
  /** Reads what came since; one call after the other. False where it is another file by now, which has to be followed anew. */
  advance(): Promise<boolean>;
}

/** A record may be longer, and commands read it then; a server that stays there holds no such thing in memory. */
export const longestShown = 1 << 23;

/** How long it reads before others have their turn. */
const sliceMs = 10;

export function followedLog(path: string, take: (record: SessionRecord) => void): FollowedLog {
  const checks = lineChecks(path);
  return followedChain(path, (line, head) => checkLine(line, head, checks), take);
}

/** The same for any file of records that hang together by their hashes. */
export function followedChain<R extends Head>(
  path: string,
  check: (line: Line, head: Head | undefined) => R | BreakReason,
  take: (record: R) => void,
): FollowedLog {
  let head: Head | undefined;
  let torn = false;
  let broken: FollowedLog['broken'];
  let offset = 0;
  let inode: number | undefined;
  let reading: Promise<boolean> = Promise.resolve(true);

  async function readOn(): Promise<boolean> {
    if (broken !== undefined) return true;
    const descriptor = opened(path);
    try {
      const { ino, size } = fstatSync(descriptor);
      inode ??= ino;
      if (ino !== inode || size < offset) return false;
      if (size === offset) return true;
      let began = performance.now();
      const chunkBytes = Math.min(1 << 18, Math.max(1 << 12, size - offset + 1));
      for (const lines of readLineBatches(descriptor, {
        longestLine: longestShown,
        from: offset,
        chunkBytes,
      })) {
        for (const line of lines) {
          torn = !line.ended;
          if (line.fault === 'too_long')
            throw fail('file_unreadable', {
              operation: 'read',
              target: path,
              reason: 'a line of it is too long to be shown',
            });
          if (torn) break;
          const checked = check(line, head);
          if (typeof checked === 'string') {
            broken = { seq: head === undefined ? 0 : head.seq + 1, reason: checked };
            return true;
          }
          head = { at: checked.at, hash: checked.hash, seq: checked.seq };
          offset = line.offset + line.length + 1;
          take(checked);
        }
        if (performance.now() - began < sliceMs) continue;
        await new Promise((resolve) => setImmediate(resolve));
        began = performance.now();
      }
      return true;
    } finally {
      closeSync(descriptor);
    }
  }

  return {
    get head() {
      return head;
    },
    get torn() {
      return torn;
    },
    get broken() {
      return broken;
    },
    advance() {
      const next = reading.then(readOn, readOn);
      reading = next.catch(() => true);
      return next;
    },
  };
}

function opened(path: string): number {
  try {
    return openRegularFileIn(dirname(path), path);
  } catch (error) {
    throw readFailure(error, path);
  }
}
