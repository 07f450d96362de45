// The digest of a large file, made by a second thread while this one reads the same file for something else. Both read all
// of it, and neither keeps the other waiting.

import { closeSync, fstatSync } from 'node:fs';
import { openRegularFile } from '../../disk/read.js';
import { digestOfFile } from './file-digest.js';

/** A smaller file is hashed before a thread would have begun. */
const worthAThread = 16 << 20;
/** How long a thread that gets no further is waited for, once this one has nothing else to do. */
const patienceMs = 2_000;

const isWorking = 0;
const isDone = 1;

/** Begins now. What it gives waits for the digest, as 64 digits, and makes it here where no thread did. */
export function digestMeanwhile(file: string, atLeast = worthAThread): () => string {
  const descriptor = openIfLarge(file, atLeast);
  if (descriptor === undefined) return () => digestOfFile(file);
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const digits = new Uint8Array(new SharedArrayBuffer(64));
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const workerData = { descriptor, state, digits };
  // The descriptor was opened here, and Node would warn that it is closed there.
  const thread = new Worker(hashing, { eval: true, workerData, trackUnmanagedFds: false });
  thread.on('error', () => {});
  thread.unref();
  return () => {
    for (let seen = -1; Atomics.load(state, 0) === isWorking; ) {
      const pieces = Atomics.load(state, 1);
      if (pieces === seen) break;
      seen = pieces;
      Atomics.wait(state, 0, isWorking, patienceMs);
    }
    return Atomics.load(state, 0) === isDone ? Buffer.from(digits).toString('latin1') : digestOfFile(file);
  };
}

/** What cannot be opened is told of by whoever asks for the digest. */
function openIfLarge(file: string, atLeast: number): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openRegularFile(file);
    if (fstatSync(descriptor).size >= atLeast) return descriptor;
  } catch {
    // digestOfFile fails in the same way, in words.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return undefined;
}

/** The thread's own program; a text, so that it needs no file beside the others. The descriptor is its own to close. */
const hashing = `
const { descriptor, state, digits } = require('node:worker_threads').workerData;
const { closeSync, readSync } = require('node:fs');
const piece = Buffer.allocUnsafe(1 << 20);
let ended = 2;
try {
  const hash = require('node:crypto').createHash('sha256');
  for (let at = 0, read = 1; read > 0; at += read) {
    read = readSync(descriptor, piece, 0, piece.length, at);
    hash.update(piece.subarray(0, read));
    Atomics.add(state, 1, 1);
  }
  digits.set(Buffer.from(hash.digest('hex'), 'latin1'));
  ended = ${isDone};
} finally {
  Atomics.store(state, 0, ended);
  Atomics.notify(state, 0);
  closeSync(descriptor);
}`;
