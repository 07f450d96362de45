// The one writer of a session: every record stands whole in the file before `append` returns.

import { closeSync, fsyncSync, ftruncateSync, writeSync } from 'node:fs';
import type { Lock } from '../disk/lock.js';
import { unsettled, writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import {
  genesis,
  type RecordBodies,
  type RecordOf,
  type RecordType,
  type SessionRecord,
} from '../protocol/records.js';
import type { Clock } from '../time/clock.js';
import { type Head, longestRecord, seal } from './chain.js';
import type { Log } from './log.js';
import type { Redactor } from './redact.js';
import type { RedactedStream } from './redact-stream.js';
import { recordShapes } from './shape.js';
import { newSpareCopy, noSpareCopy, type SpareCopy } from './spare-copy.js';
import { FileWatch, keepLog, LogTampered } from './tampering.js';

export interface WriterOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Gets the hash of a session's first record before that is written. */
  readonly onBegin?: (first: string) => void;
  /** No copy is kept beside the log: what it holds can be had again. */
  readonly withoutSpare?: boolean;
  /** Gets each record once it is written. */
  readonly onRecord?: (record: SessionRecord) => void;
}

/** An open session file that we hold the lock of. */
export interface OpenFile {
  readonly path: string;
  /** The same, with no link on the way. */
  readonly realPath: string;
  readonly descriptor: number;
  readonly lock: Lock;
  readonly head: Head | undefined;
  /** Where the next record goes. */
  readonly wholeBytes: number;
  /** Whether more bytes follow there: a torn line, which the next record overwrites. */
  readonly torn: boolean;
}

interface HeldRecord {
  readonly line: string;
  readonly record: SessionRecord;
}

export class SessionWriter implements Log {
  readonly path: string;
  readonly #realPath: string;
  #descriptor: number;
  #watch: FileWatch;
  readonly #spare: SpareCopy;
  readonly #alarm = new AbortController();
  #tampered: LogTampered | undefined;
  readonly #lock: Lock;
  readonly #options: WriterOptions;
  readonly #shapes = recordShapes();
  #head: Head | undefined;
  #wholeBytes: number;
  #torn: boolean;
  /** What is appended together, until it is written. */
  #held: HeldRecord[] | undefined;
  #open = true;

  constructor(file: OpenFile, options: WriterOptions) {
    this.path = file.path;
    this.#realPath = file.realPath;
    this.#descriptor = file.descriptor;
    this.#watch = new FileWatch(file.descriptor, file.realPath, file.wholeBytes === 0 && !file.torn);
    this.#spare =
      options.withoutSpare === true
        ? noSpareCopy(file.wholeBytes)
        : newSpareCopy(file.descriptor, file.wholeBytes);
    this.#lock = file.lock;
    this.#options = options;
    this.#head = file.head;
    this.#wholeBytes = file.wholeBytes;
    this.#torn = file.torn;
  }

  /** The last record, which the next one links to. */
  get head(): Head | undefined {
    return this.#head;
  }

  /** Up to the end of that record. */
  get bytes(): number {
    return this.#wholeBytes;
  }

  /** Aborted when somebody else has touched the file. */
  get alarm(): AbortSignal {
    return this.#alarm.signal;
  }

  get tampered(): LogTampered | undefined {
    return this.#tampered;
  }

  append<K extends RecordType>(type: K, body: RecordBodies[K], alreadyRedacted = 0): RecordOf<K> {
    if (!this.#open) throw new TypeError('the session is closed');
    if (this.#held === undefined || this.#held.length === 0)
      this.#refuseTampering(this.#watch.look.bind(this.#watch));
    const clean = this.#options.redactor.object(body);
    const redacted = clean.count + alreadyRedacted;
    const at = this.#nextTime();
    const seq = this.#head === undefined ? 0 : this.#head.seq + 1;
    const prev = this.#head?.hash ?? genesis;
    // The same object from here on: copies of it are most of what an append would cost.
    const linked: Record<string, unknown> = { ...clean.value, at, prev, seq, type };
    if (redacted > 0) linked['redacted'] = redacted;
    const { hash, line } = seal(linked);
    linked['hash'] = hash;
    const record: unknown = linked;
    // What a reader would refuse must not get in.
    if (!this.#shapes.isRecord(type, record))
      throw new TypeError(`this is not the body of a ${type}: ${line}`);
    if (this.#head === undefined) this.#options.onBegin?.(hash);
    if (this.#held !== undefined) {
      this.#held.push({ line, record });
      this.#head = { at, hash, seq };
      return record;
    }
    this.#write(Buffer.from(line));
    this.#head = { at, hash, seq };
    this.#options.onRecord?.(record);
    return record;
  }

  together<T>(work: () => T): T {
    if (this.#held !== undefined) return work();
    const before = this.#head;
    this.#held = [];
    try {
      return work();
    } finally {
      const held = this.#held;
      this.#held = undefined;
      this.#writeTogether(held, before);
    }
  }

  redact(text: string): { readonly text: string; readonly count: number } {
    const { value, count } = this.#options.redactor.text(text);
    return { text: value, count };
  }

  redactStream(): RedactedStream {
    return this.#options.redactor.stream();
  }

  sync(): void {
    try {
      fsyncSync(this.#descriptor);
    } catch (error) {
      throw unsettled(error, this.path);
    }
  }

  /** After the last record: nobody may have touched the file until now. */
  finish(): void {
    this.#refuseTampering(this.#watch.lookAtEnd.bind(this.#watch));
  }

  /** Gives the session back. A second call changes nothing. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      this.#spare.close();
      closeSync(this.#descriptor);
    } finally {
      this.#lock.release();
    }
  }

  #writeTogether(held: readonly HeldRecord[], before: Head | undefined): void {
    if (held.length === 0) return;
    try {
      this.#write(Buffer.from(held.map(({ line }) => line).join('')));
    } catch (error) {
      this.#head = before;
      throw error;
    }
    for (const { record } of held) this.#options.onRecord?.(record);
  }

  /** What is appended from now on goes to the copy that is kept. A torn line is no tampering: the next record cuts it off. */
  #refuseTampering(look: FileWatch['look']): void {
    if (this.#torn || this.#tampered !== undefined) return;
    const how = look(this.#wholeBytes, this.#head);
    if (how === undefined) return;
    const path = this.#realPath;
    try {
      const kept = keepLog(path, this.#descriptor, this.#wholeBytes, this.#spare);
      closeSync(this.#descriptor);
      this.#descriptor = kept.descriptor;
      this.#watch = new FileWatch(kept.descriptor, kept.path);
      this.#tampered = new LogTampered(how, kept.path, kept.lost);
    } catch (cause) {
      throw fail('log_lost', { operation: 'append', target: this.path, how, cause });
    }
    this.#alarm.abort(this.#tampered);
  }

  /** Time never goes back in a log. A deterministic clock stands still, and each record moves it by a millisecond. */
  #nextTime(): string {
    const { clock } = this.#options;
    if (this.#head === undefined) return new Date(clock.now()).toISOString();
    const last = Date.parse(this.#head.at);
    return new Date(clock.deterministic ? last + 1 : Math.max(clock.now(), last)).toISOString();
  }

  #write(bytes: Buffer): void {
    if (bytes.length > longestRecord) {
      throw fail('record_too_large', { operation: 'write', target: this.path, bytes: bytes.length });
    }
    try {
      let written = 0;
      while (written < bytes.length) {
        const rest = bytes.length - written;
        written += writeSync(this.#descriptor, bytes, written, rest, this.#wholeBytes + written);
      }
    } catch (error) {
      // A torn line that was there before stays in sight until a record says that it was cut off.
      if (!this.#torn) this.#cutOff();
      throw writeFailure(error, this.path);
    }
    this.#wholeBytes += bytes.length;
    this.#spare.add(bytes);
    if (this.#torn) this.#cutOff();
    this.#watch.accept(bytes);
  }

  /** Removes what stands behind the last whole record; if that fails, the next append tries again. */
  #cutOff(): void {
    try {
      ftruncateSync(this.#descriptor, this.#wholeBytes);
      this.#torn = false;
    } catch {
      this.#torn = true;
    }
  }
}
