// Progress for a reader that may be slow or have stopped reading: a run goes on without it. What does not go out at once
// waits, within bounds; beyond them the oldest is left out, and a line says so.

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isSystemError } from '../protocol/system-error.js';

export interface PatientWriter {
  write(text: string): void;
  /** No more comes: what still waits goes out if it can, soon. */
  finish(): void;
}

const mostWaiting = 1 << 18;
const retryMs = 20;
const lastPatienceMs = 500;

/** Nothing where a descriptor cannot be written to without waiting: it is a file, or the system has no way to ask for it. */
export function patientWriter(descriptor: number): PatientWriter | undefined {
  const own = withoutWaiting(descriptor);
  if (own === undefined) return undefined;
  let waiting: Buffer[] = [];
  let bytes = 0;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const close = () => {
    clearTimeout(timer);
    waiting = [];
    if (!isClosed) closeSync(own);
    isClosed = true;
  };
  /** False where the reader has no room. */
  const goesOut = (): boolean => {
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const written = writeSync(own, next);
        bytes -= written;
        if (written === next.length) waiting.shift();
        else waiting[0] = next.subarray(written);
      }
      return true;
    } catch (error) {
      if (isSystemError(error, 'EAGAIN')) return false;
      close();
      return true;
    }
  };
  const pump = () => {
    timer = undefined;
    if (isClosed || goesOut()) return;
    timer = setTimeout(pump, retryMs);
    timer.unref();
  };
  const leaveOut = () => {
    // The first may have gone out in part, and stays whole.
    const [begun, ...others] = waiting;
    let kept = others;
    while (bytes > mostWaiting / 2 && kept.length > 1) {
      bytes -= kept[0]?.length ?? 0;
      leftOut += 1;
      kept = kept.slice(1);
    }
    const note = Buffer.from(`\n… ${leftOut} updates left out: nobody read them in time\n`);
    bytes += note.length;
    waiting = [...(begun === undefined ? [] : [begun]), note, ...kept];
  };

  return {
    write(text) {
      if (isClosed || text === '') return;
      const more = Buffer.from(text);
      waiting.push(more);
      bytes += more.length;
      if (timer === undefined) pump();
      if (bytes > mostWaiting) leaveOut();
    },
    finish() {
      const end = performance.now() + lastPatienceMs;
      while (!isClosed && !goesOut() && performance.now() < end)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      close();
    },
  };
}

/** The same pipe or terminal, opened once more: what is asked of this descriptor holds for no other. */
function withoutWaiting(descriptor: number): number | undefined {
  try {
    const entry = fstatSync(descriptor);
    if (!entry.isFIFO() && !entry.isCharacterDevice()) return undefined;
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync(`/proc/self/fd/${descriptor}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return undefined;
  }
}
