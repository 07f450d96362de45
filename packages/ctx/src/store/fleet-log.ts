// The one writer of a fleet's log: every record stands whole in the file before `append` returns, and survives a power cut.

import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { isThere } from '../disk/is-there.js';
import { type Lock, tryLock } from '../disk/lock.js';
import { nonce } from '../disk/nonce.js';
import { openRegularFile } from '../disk/read.js';
import { unsettled, writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import type { Head } from '../session/chain.js';
import type { Redactor } from '../session/redact.js';
import type { Clock } from '../time/clock.js';
import { dropRequest } from './cancel-request.js';
import type { FleetRecord } from './fleet-records.js';
import { fleetShapes, readFleet, readOpenFleet, soundFleet } from './read-fleet.js';
import { type FleetEntry, type Sealing, sealRecords } from './seal-records.js';

export interface FleetLogOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Gets each record once it is written. */
  readonly onRecord: (record: FleetRecord) => void;
  /** Gets the hash of a fleet's first record before its file is there. */
  readonly onBegin?: (first: string) => void;
}

export class FleetLog {
  readonly path: string;
  readonly #descriptor: number;
  readonly #lock: Lock;
  readonly #options: FleetLogOptions;
  readonly #sealing: Sealing;
  #first: string | undefined;
  #head: Head | undefined;
  #bytes: number;
  #open = true;

  private constructor(
    path: string,
    descriptor: number,
    lock: Lock,
    options: FleetLogOptions,
    at: { readonly head: Head | undefined; readonly bytes: number },
  ) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#lock = lock;
    this.#options = options;
    const { clock, redactor } = options;
    const now = (last: number | undefined) =>
      clock.deterministic && last !== undefined ? last + 1 : Math.max(clock.now(), last ?? 0);
    this.#sealing = { redactor, shapes: fleetShapes(), now };
    this.#head = at.head;
    this.#bytes = at.bytes;
  }

  /** A new one with its first records: the file appears with all of them, or not at all. Its folder must be there. */
  static create(path: string, options: FleetLogOptions, first: readonly FleetEntry[]): FleetLog {
    const lock = lockFleet(path);
    const unfinished = `${path}.${nonce()}.tmp`;
    let descriptor: number | undefined;
    try {
      if (isThere(path)) throw fail('fleet_exists', { operation: 'create', target: path });
      dropRequest(path);
      descriptor = openSync(unfinished, 'wx+', 0o600);
      const log = new FleetLog(path, descriptor, lock, options, { head: undefined, bytes: 0 });
      const records = log.#writeAll(first);
      options.onBegin?.(log.#first ?? '');
      renameSync(unfinished, path);
      syncFolder(dirname(path));
      for (const record of records) options.onRecord(record);
      return log;
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      rmSync(unfinished, { force: true });
      lock.release();
      throw writeFailure(error, path);
    }
  }

  /** One that is there, to be gone on with. `each` gets its records; a torn last line is cut off, and the answer says how much. */
  static reopen(
    path: string,
    options: FleetLogOptions,
    each: (record: FleetRecord) => void,
    /** After the reading and before anything is changed; it may throw. */
    admit: () => void,
  ): { readonly log: FleetLog; readonly tornBytes: number } {
    // Who names no fleet makes no lock.
    readFleet(path, () => {});
    const lock = lockFleet(path);
    let descriptor: number | undefined;
    try {
      descriptor = openRegularFile(path, constants.O_RDWR);
      let first: string | undefined;
      const reading = readOpenFleet(descriptor, (record) => {
        first ??= record.hash;
        each(record);
      });
      const head = soundFleet(reading, path);
      admit();
      const { tornBytes, wholeBytes: bytes } = reading;
      if (tornBytes > 0) ftruncateSync(descriptor, bytes);
      const log = new FleetLog(path, descriptor, lock, options, { head, bytes });
      log.#first = first;
      return { log, tornBytes };
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      lock.release();
      throw writeFailure(error, path);
    }
  }

  /** The hash of the first record. */
  get first(): string | undefined {
    return this.#first;
  }

  get head(): Head | undefined {
    return this.#head;
  }

  append(entry: FleetEntry): void {
    this.appendAll([entry]);
  }

  /** Several by one write: all of them stand in the file when this returns, or none. */
  appendAll(given: readonly FleetEntry[]): void {
    if (!this.#open) throw new TypeError('the fleet is closed');
    for (const record of this.#writeAll(given)) this.#options.onRecord(record);
  }

  #writeAll(given: readonly FleetEntry[]): readonly FleetRecord[] {
    const sealed = sealRecords(given, this.#head, this.#sealing);
    this.#write(Buffer.from(sealed.map(({ line }) => line).join('')));
    const records = sealed.map(({ record }) => record);
    const last = records.at(-1);
    this.#first ??= records[0]?.hash;
    if (last !== undefined) this.#head = { at: last.at, hash: last.hash, seq: last.seq };
    return records;
  }

  /** Whether the file still holds what was written to it: somebody may have touched it meanwhile. */
  holds(): boolean {
    const { head, broken, tornBytes } = readFleet(this.path, () => {});
    return broken === undefined && tornBytes === 0 && head?.hash === this.#head?.hash;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      closeSync(this.#descriptor);
    } finally {
      this.#lock.release();
    }
  }

  #write(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length)
        written += writeSync(this.#descriptor, bytes, written, bytes.length - written, this.#bytes + written);
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#bytes);
      throw writeFailure(error, this.path);
    }
    this.#bytes += bytes.length;
    try {
      fsyncSync(this.#descriptor);
    } catch (error) {
      throw unsettled(error, this.path);
    }
  }
}

function lockFleet(path: string): Lock {
  const lockFile = `${path}.lock`;
  const attempt = tryLock(lockFile);
  if (attempt.taken) return attempt.lock;
  throw fail('fleet_running', { operation: 'lock', target: path, lockFile, ...attempt.owner });
}
