// A packed transcript, as a plain file that goes when it was read.

import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';

export interface PlainTranscript {
  readonly path: string;
  remove(): void;
}

/** More than this is no transcript, but a file that was made to fill a disk. */
const largestPlain = 2 ** 33;

/** `largest` is what a plain file may have at most. */
export async function unpacked(path: string, largest = largestPlain): Promise<PlainTranscript> {
  const unpack = zstdUnpacker();
  if (unpack === undefined) throw fail('zstd_missing', { operation: 'import', target: path });
  const folder = makeTemporaryFolder('import');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const plain = join(folder, 'transcript.jsonl');
  let written = 0;
  async function* bounded(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      written += chunk.length;
      if (written > largest)
        throw fail('transcript_too_large', {
          operation: 'import',
          target: path,
          megabytes: largest / 2 ** 20,
        });
      yield chunk;
    }
  }
  try {
    const packed = createReadStream('', { fd: openRegularFile(path) });
    await pipeline(packed, unpack, bounded, createWriteStream(plain, { mode: 0o600 }));
  } catch (error) {
    remove();
    throw error instanceof Failure ? error : unreadable(error, path);
  }
  return { path: plain, remove };
}

/** Nothing before Node 22.15. */
function zstdUnpacker(): Transform | undefined {
  const zlib = process.getBuiltinModule('node:zlib');
  const make: unknown = Reflect.get(zlib, 'createZstdDecompress');
  const made: unknown = typeof make === 'function' ? Reflect.apply(make, zlib, []) : undefined;
  return made instanceof Transform ? made : undefined;
}

function unreadable(error: unknown, target: string): unknown {
  const failure = readFailure(error, target);
  if (failure instanceof Failure) return failure;
  return fail('file_unreadable', {
    operation: 'read',
    target,
    cause: error,
    reason: 'it is not a whole zstd file',
  });
}
