/** A wait that does not need node:timers/promises, which commands would have to load. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** The same for whoever cannot let anything else happen meanwhile. */
export function pauseEverything(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
