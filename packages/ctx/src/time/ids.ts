// Where new ids come from: random ones that sort by time, or ones that follow from a config alone.

import type { Clock } from './clock.js';

export interface IdSource {
  /** A new id, good as a session's and as a run's. */
  next(): string;
  readonly deterministic: boolean;
}

/** `20260314-150926535-9f3kq2xw`: the time in UTC to the millisecond, and eight characters of chance. */
export function randomIds(clock: Clock): IdSource {
  return { next: () => `${stamp(clock.now())}-${chance(8)}`, deterministic: false };
}

/** Whether a source of random ids could have made it: none of them is the beginning of another. */
export function isRandomId(id: string): boolean {
  return /^\d{8}-\d{9}-[a-z0-9]{8}$/.test(id);
}

/** `3f9ac01b22d4-1`, `3f9ac01b22d4-2`, …: the same ids for the same config on every machine. */
export function deterministicIds(configDigest: string): IdSource {
  const stem = configDigest.replace(/^sha256:/, '').slice(0, 12);
  let count = 0;
  return {
    next() {
      count += 1;
      return `${stem}-${count}`;
    },
    deterministic: true,
  };
}

function stamp(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split('T');
  return `${date.replaceAll('-', '')}-${time.replace(/\D/g, '')}`;
}

/** Without the letters and digits that people confuse; 32 of them, so that every one is equally likely. */
const alphabet = '023456789abcdefghjkmnpqrstuvwxyz';

function chance(length: number): string {
  // Loaded by the first id: many who list or open sessions make none.
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}
