// The one writer of a session: every record stands whole in the file before `append` returns. Where a shared store is the truth, the
// file holds what the store has, and never more.

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
import { setAside } from './set-aside.js';
import { Settling, type SharedPlace, settledAlready, type Waiting } from './settling.js';
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
  /** The store that has the session, where that is not the file. */
  readonly shared?: SharedPlace | undefined;
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
  readonly #settling: Settling | undefined;
  #head: Head | undefined;
  /** The last record that is in the file. */
  #written: Head | undefined;
  #wholeBytes: number;
  #torn: boolean;
  /** What is appended together, until it is written. */
  #held: Waiting[] | undefined;
  #isAside = false;
  #open = true;

  constructor(file: OpenFile, options: WriterOptions) {
    this.path = file.path;
    this.#realPath = file.realPath;
    this.#descriptor = file.descriptor;
    this.#watch = new FileWatch(file.descriptor, file.realPath, file.wholeBytes === 0 && !file.torn);
    this.#spare =
      options.withoutSpare === true || options.shared !== undefined
        ? noSpareCopy(file.wholeBytes)
        : newSpareCopy(file.descriptor, file.wholeBytes);
    this.#lock = file.lock;
    this.#options = options;
    const onSettled = (records: readonly Waiting[]) => this.#writeAll(records);
    const onFailed = (why: unknown, rest: readonly Waiting[]) => this.#setAside(why, rest);
    if (options.shared !== undefined) this.#settling = new Settling(options.shared, { onSettled, onFailed });
    this.#head = file.head;
    this.#written = file.head;
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

  /** Aborted when somebody else has touched the file, or has the session. */
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
    if (this.#held !== undefined) this.#held.push({ line, record });
    else this.#put([{ line, record }]);
    this.#head = { at, hash, seq };
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
      this.#putTogether(held, before);
    }
  }

  redact(text: string): { readonly text: string; readonly count: number } {
    const { value, count } = this.#options.redactor.text(text);
    return { text: value, count };
  }

  redactStream(): RedactedStream {
    return this.#options.redactor.stream();
  }

  /** Of what is in a shared store, the file is a copy that can be had again. */
  sync(): void {
    if (this.#settling !== undefined) return;
    try {
      fsyncSync(this.#descriptor);
    } catch (error) {
      throw unsettled(error, this.path);
    }
  }

  settled(): Promise<void> {
    return this.#settling?.settled() ?? settledAlready;
  }

  /** Somebody else has the session: nothing more of ours gets into the store. */
  lose(why: unknown): void {
    this.#settling?.give(why);
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

  #putTogether(held: readonly Waiting[], before: Head | undefined): void {
    if (held.length === 0) return;
    try {
      this.#put(held);
    } catch (error) {
      this.#head = before;
      throw error;
    }
  }

  #put(records: readonly Waiting[]): void {
    if (this.#settling === undefined || this.#isAside) this.#writeAll(records);
    else {
      for (const { line } of records) this.#refuseTooLarge(Buffer.byteLength(line));
      this.#settling.take(records);
    }
  }

  #writeAll(records: readonly Waiting[]): void {
    this.#write(Buffer.from(records.map(({ line }) => line).join('')));
    this.#written = records.at(-1)?.record;
    // What nobody else will ever have, nobody is shown.
    if (!this.#isAside) for (const { record } of records) this.#options.onRecord?.(record);
  }

  /** What is appended from now on goes to a file that nobody takes for the session. */
  #setAside(why: unknown, rest: readonly Waiting[]): void {
    this.#isAside = true;
    try {
      const { epoch = 0 } = this.#options.shared ?? {};
      const { path, descriptor } = setAside(this.#realPath, this.#descriptor, this.#wholeBytes, epoch);
      closeSync(this.#descriptor);
      this.#descriptor = descriptor;
      this.#watch = new FileWatch(descriptor, path);
      if (rest.length > 0) this.#writeAll(rest);
    } finally {
      this.#alarm.abort(why);
    }
  }

  /** What is appended from now on goes to the copy that is kept. A torn line is no tampering: the next record cuts it off. */
  #refuseTampering(look: FileWatch['look']): void {
    if (this.#torn || this.#tampered !== undefined) return;
    const how = look(this.#wholeBytes, this.#written);
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

  #refuseTooLarge(bytes: number): void {
    if (bytes > longestRecord)
      throw fail('record_too_large', { operation: 'write', target: this.path, bytes });
  }

  #write(bytes: Buffer): void {
    this.#refuseTooLarge(bytes.length);
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
