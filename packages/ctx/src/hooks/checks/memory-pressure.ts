// The machine's memory, when the kernel says that everything waits for it.

import { memoryPressure, type PressureSources, sysctl } from '../../machine/memory-pressure.js';
import { type Check, check } from '../check.js';

export function pressureCheck(sources: () => PressureSources): Check {
  return check({
    name: 'memory-pressure',
    on: 'prompt',
    throttle: 10,
    words: {
      context:
        'This machine is short of memory: the kernel reports dangerous pressure ({source}). Large builds, test runs in parallel and further agents may be killed.',
      message: 'this machine is short of memory ({source}); close something large',
    },
    look() {
      const pressure = memoryPressure(sources());
      if (!pressure.supported || pressure.level !== 'danger') return undefined;
      return { facts: { source: pressure.source } };
    },
  });
}

export const memoryPressureCheck = pressureCheck(() => ({
  platform: process.platform,
  psiFile: '/proc/pressure/memory',
  sysctl,
}));
