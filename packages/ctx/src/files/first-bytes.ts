// The first bytes of a file of a repository, where a stranger may have put anything in its place.

import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { NotPlain, openProjectFile } from '../disk/plain-file.js';

export interface FirstBytes {
  readonly content: Buffer;
  readonly truncated: boolean;
}

/** Why it is not read, in words. Nothing where it is not there: git goes on listing what was deleted. */
export function firstBytes(root: string, path: string, most: number): FirstBytes | string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openProjectFile(root, join(root, path), Number.POSITIVE_INFINITY);
    const { size } = fstatSync(descriptor);
    const content = Buffer.alloc(Math.min(size, most));
    let done = 0;
    while (done < content.length) {
      const read = readSync(descriptor, content, done, content.length - done, done);
      if (read === 0) break;
      done += read;
    }
    return { content: content.subarray(0, done), truncated: size > most };
  } catch (error) {
    return whyUnread(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function whyUnread(error: unknown): string | undefined {
  if (error instanceof NotPlain)
    return error.reason === 'outside'
      ? 'a symbolic link that leads out of the repository; not followed'
      : 'not a regular file; not read';
  if (!(error instanceof Error && 'code' in error)) throw error;
  if (error.code === 'ENOENT') return undefined;
  return `cannot be read: ${error.code === 'ELOOP' ? 'symbolic links go round in circles' : error.code}`;
}
