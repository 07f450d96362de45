// A look at the host's own transcript: how long it is by now, and the digest of what it gained. Whoever changes it afterwards is found out.

import { closeSync, fstatSync, readSync } from 'node:fs';
import { hashPart, newHash } from '../disk/digest.js';
import { openRegularFile } from '../disk/read.js';
import type { Environment } from '../disk/user-folder.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import { smallDigest } from '../session/small-digest.js';
import type { CapturedLog } from './captured-log.js';

/** What the log calls it: its path, as its owner would write it. */
export function sourceName(path: string, env: Environment): string {
  const home = env['HOME'];
  return home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

export function observe(log: CapturedLog, transcript: string | undefined, env: Environment): void {
  if (transcript === undefined || !transcript.startsWith('/')) return;
  const source = sourceName(transcript, env);
  const seen = log.fold.sources[source] ?? 0;
  const found = gained(transcript, seen);
  if (found === undefined) return;
  const { size, digest } = found;
  if (size < seen) {
    const says = `${source} had ${seen} bytes and has ${size}: it was written anew`;
    log.append('finding', { code: 'source_shrunk', records: [], says });
  }
  const from = size < seen ? 0 : seen;
  log.append('source.observed', { source, kind: 'transcript', ...(from > 0 && { from }), size, digest });
}

/** Nothing where there is no such file yet, or nothing new in it. */
function gained(path: string, seen: number): { readonly size: number; readonly digest: string } | undefined {
  let descriptor: number;
  try {
    descriptor = openRegularFile(path);
  } catch (error) {
    // The host may not have written it yet, and what it names may be no file.
    if (error instanceof Failure || isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size === seen || size === 0) return undefined;
    return { size, digest: digestOfBytes(descriptor, size < seen ? 0 : seen, size) };
  } finally {
    closeSync(descriptor);
  }
}

const smallBytes = 1 << 13;

export function digestOfBytes(descriptor: number, from: number, to: number): string {
  if (to - from <= smallBytes) {
    const bytes = Buffer.alloc(to - from);
    const read = readSync(descriptor, bytes, 0, bytes.length, from);
    return smallDigest(bytes.subarray(0, read));
  }
  const hash = newHash();
  hashPart(hash, descriptor, from, to);
  return `sha256:${hash.digest('hex')}`;
}
