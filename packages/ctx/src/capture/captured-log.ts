// The log of a captured session, written by one short process after the other: under a lock, from where the last one left off. What would
// have to be folded from all of its records is kept beside it, and used only where it fits the log's end.

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { writeFailure } from '../disk/system-errors.js';
import { writeOver } from '../disk/write-over.js';
import { fail } from '../protocol/codes.js';
import { genesis } from '../protocol/records/format.js';
import type { RecordBodies, RecordType, SessionRecord } from '../protocol/records.js';
import { type Head, longestRecord, seal } from '../session/chain.js';
import { stateOfCapture } from '../session/foreign-sessions.js';
import { smallDigest } from '../session/small-digest.js';
import { type CaptureFold, isFold, newFold, take } from './fold.js';

export interface CapturedLog {
  readonly fold: CaptureFold;
  readonly isNew: boolean;
  append<K extends RecordType>(type: K, body: RecordBodies[K], redacted?: number): void;
  /** Writes what was appended, all at once. */
  write(): void;
  sync(): void;
  close(): void;
}

/** The caller holds the lock of the log. */
export async function openCapturedLog(path: string, now: number): Promise<CapturedLog> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const descriptor = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const kept = keptState(path, descriptor);
    const state = kept ?? (await foldedState(path, descriptor));
    return new OpenLog(path, descriptor, state, now);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

interface LogState {
  head: Head | undefined;
  bytes: number;
  readonly fold: CaptureFold;
  /** What a crash left behind the last whole record. */
  readonly torn?: RecordBodies['session.repaired'];
}

class OpenLog implements CapturedLog {
  readonly fold: CaptureFold;
  readonly isNew: boolean;
  readonly #path: string;
  readonly #descriptor: number;
  readonly #now: number;
  readonly #hasTorn: boolean;
  #head: Head | undefined;
  #bytes: number;
  #lines: string[] = [];

  constructor(path: string, descriptor: number, { head, bytes, fold, torn }: LogState, now: number) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#head = head;
    this.#bytes = bytes;
    this.#now = now;
    this.fold = fold;
    this.isNew = head === undefined;
    this.#hasTorn = torn !== undefined;
    if (torn !== undefined && head !== undefined) this.append('session.repaired', torn);
  }

  append<K extends RecordType>(type: K, body: RecordBodies[K], redacted = 0): void {
    const at = new Date(Math.max(this.#now, Date.parse(this.#head?.at ?? '') || 0)).toISOString();
    const seq = this.#head === undefined ? 0 : this.#head.seq + 1;
    const prev = this.#head?.hash ?? genesis;
    const linked = { ...body, at, prev, seq, type, ...(redacted > 0 && { redacted }) };
    const { hash, line } = seal(linked, smallDigest);
    if (line.length > longestRecord)
      throw fail('record_too_large', { operation: 'write', target: this.#path, bytes: line.length });
    this.#lines.push(line);
    this.#head = { at, hash, seq };
    const record: object = { ...linked, hash };
    if (isOwnRecord(record)) take(this.fold, record);
  }

  write(): void {
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(this.#lines.join(''));
    const end = this.#bytes + bytes.length;
    try {
      let written = 0;
      while (written < bytes.length)
        written += writeSync(this.#descriptor, bytes, written, bytes.length - written, this.#bytes + written);
      if (this.#hasTorn) ftruncateSync(this.#descriptor, end);
    } catch (error) {
      // A full disk: the log ends where it ended before.
      if (!this.#hasTorn) ftruncateSync(this.#descriptor, this.#bytes);
      throw writeFailure(error, this.#path);
    }
    this.#lines = [];
    this.#bytes = end;
    const tail = bytes.subarray(-tailBytes).toString('latin1');
    const state = { head: this.#head, bytes: end, tail, fold: this.fold };
    writeOver(stateOfCapture(this.#path), JSON.stringify(state));
  }

  sync(): void {
    fsyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** We made it of its type's own body. */
function isOwnRecord(record: object): record is SessionRecord {
  return 'type' in record && 'hash' in record;
}

/** So much of the log's end is compared. */
const tailBytes = 200;

/** What the last process left, where the log still ends as it did then. */
function keptState(path: string, descriptor: number): LogState | undefined {
  const { size } = fstatSync(descriptor);
  if (size === 0) return { head: undefined, bytes: 0, fold: newFold() };
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(stateOfCapture(path), 'utf8'));
  } catch {
    // Missing or torn: it is made anew.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { head, bytes, tail, fold }: Readonly<Record<string, unknown>> = { ...value };
  if (bytes !== size || !isHead(head) || !isFold(fold) || tail !== endOf(descriptor, size)) return undefined;
  return { head, bytes: size, fold };
}

function endOf(descriptor: number, size: number): string {
  const length = Math.min(size, tailBytes);
  const buffer = Buffer.alloc(length);
  readSync(descriptor, buffer, 0, length, size - length);
  return buffer.toString('latin1');
}

function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null) return false;
  const { at, hash, seq }: Readonly<Record<string, unknown>> = { ...value };
  return typeof at === 'string' && typeof hash === 'string' && typeof seq === 'number';
}

/** From every record. Reading them takes more code than all other events need. */
async function foldedState(path: string, descriptor: number): Promise<LogState> {
  const { stateFromRecords } = await import('./fold-log.js');
  return stateFromRecords(path, descriptor);
}
