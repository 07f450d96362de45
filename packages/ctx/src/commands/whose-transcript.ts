// Where a session is asked for and a file of another agent is given: says whose it is, and how to import it.

import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';

/** What reading a session gives; a file whose first line is no record is looked at once more before it is called broken. */
export async function sessionOrTranscript<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && isNoSession(error)) await refuseTranscript(path);
    throw error;
  }
}

/** Fails where a host wrote the file. */
export async function refuseTranscript(path: string): Promise<void> {
  const { recogniseTranscript } = await import('../foreign/recognise.js');
  const host = recogniseTranscript(path);
  if (host !== undefined) throw fail('transcript_not_session', { operation: 'read', target: path, host });
}

function isNoSession({ code, where }: Failure): boolean {
  return code === 'session_empty' || (code === 'session_broken' && Reflect.get(where, 'seq') === 0);
}
