// A process that drives an agent waits for it most of the time, and handles some hundred calls. By its usual budget V8 spends more on
// optimising the code for them than all of them cost, so it is told to wait until the code is much hotter.

import { setFlagsFromString } from 'node:v8';

/** Eight times what it is unless said. Read anew whenever a function has used its share up. */
const bytecodesUntilOptimised = 1 << 20;

export function spareCompiling(): void {
  setFlagsFromString(`--interrupt-budget=${bytecodesUntilOptimised}`);
}
