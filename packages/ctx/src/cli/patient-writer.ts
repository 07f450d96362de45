// Progress for a reader that may be slow or have stopped reading: a run goes on without it. What does not go out at once
// waits, within bounds; beyond them the oldest is left out, and a line says so.

import { writeSync } from 'node:fs';
import { pauseEverything } from '../disk/pause.js';
import { whileSignalsEndUs } from '../disk/while-signals-end-us.js';
import { isSystemError } from '../protocol/system-error.js';
import { neverWaits } from './never-waits.js';

export interface PatientWriter {
  write(text: string): void;
  /** The run is over: waits for the reader as long as it takes something now and then, and for a terminal in any case. */
  drain(): void;
  close(): void;
}

const mostWaiting = 1 << 18;
const retryMs = 20;
/** How long a pipe may take nothing at the end before nobody is thought to read it. */
const standstillMs = 2_000;

/** Nothing where a descriptor cannot be written to without waiting: it is a file, or the system has no way to ask for it. */
export function patientWriter(descriptor: number, patienceMs = standstillMs): PatientWriter | undefined {
  const own = neverWaits(descriptor);
  if (own === undefined) return undefined;
  let waiting: Buffer[] = [];
  let bytes = 0;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const close = () => {
    clearTimeout(timer);
    waiting = [];
    if (!isClosed) own.close();
    isClosed = true;
  };
  /** False where the reader has no room. */
  const goesOut = (): boolean => {
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const written = writeSync(own.descriptor, next);
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
    const note = Buffer.from(`\n… ${leftOut} updates left out: they were not read in time\n`);
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
    drain() {
      if (isClosed || goesOut()) return;
      whileSignalsEndUs(() => {
        let left = bytes;
        let since = performance.now();
        while (!isClosed && !goesOut()) {
          if (bytes < left) since = performance.now();
          left = bytes;
          if (!own.isTerminal && performance.now() - since > patienceMs) return close();
          pauseEverything(5);
        }
      });
    },
    close,
  };
}
