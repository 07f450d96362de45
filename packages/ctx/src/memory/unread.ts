// A part of the memory that cannot be read, told of beside what the other parts say: one does not mute the others.

import { Failure } from '../protocol/failure.js';

export interface Unread {
  /** A path relative to the project. */
  readonly source: string;
  /** The code of the failure. */
  readonly why: string;
}

/** What a part says, or nothing and a note of why. Only a typed failure is a part that cannot be read. */
export function readPart<T>(source: string, read: () => T, unread: Unread[]): T | undefined {
  try {
    return read();
  } catch (error) {
    unread.push(unreadFor(error, source));
    return undefined;
  }
}

/** The same, of what takes its time. */
export async function readPartLater<T>(
  source: string,
  read: () => Promise<T>,
  unread: Unread[],
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    unread.push(unreadFor(error, source));
    return undefined;
  }
}

function unreadFor(error: unknown, source: string): Unread {
  if (!(error instanceof Failure)) throw error;
  return { source, why: error.code };
}
