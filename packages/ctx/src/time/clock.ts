// The clock, real or deterministic. Everything that needs the time gets one of these as a parameter.

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  readonly deterministic: boolean;
  /** Waits in its own way, where it has one; it ends early when the signal is aborted. */
  wait?(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Rings in its own way, where it has one. */
  readonly alarm?: Alarm;
}

/** Rings once, when so many milliseconds have passed; what it gives takes it back. */
export type Alarm = (milliseconds: number, ring: () => void) => () => void;

export const systemAlarm: Alarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, milliseconds);
  return () => clearTimeout(timer);
};

export const systemClock: Clock = { now: Date.now, deterministic: false };

/** The end of the year 9999: no reader of ours takes a time with a longer year. */
export const lastSecond = 253_402_300_799;

/**
 * With CTX_DETERMINISTIC=1 the time stands still at SOURCE_DATE_EPOCH; only a log's records move it on. A RangeError where
 * that names no time: a guess would be written into files.
 */
export function clockFrom(env: Readonly<Record<string, string | undefined>>): Clock {
  if (env['CTX_DETERMINISTIC'] !== '1') return systemClock;
  const seconds = Number(env['SOURCE_DATE_EPOCH'] ?? 0);
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > lastSecond) {
    throw new RangeError(`SOURCE_DATE_EPOCH names no time: ${env['SOURCE_DATE_EPOCH']}`);
  }
  return { now: () => seconds * 1000, deterministic: true };
}
