// The machine's memory, when the kernel says that everything waits for it.

import { memoryPressure } from '../../machine/memory-pressure.js';
import { check } from '../check.js';

export const memoryPressureCheck = check({
  name: 'memory-pressure',
  on: 'prompt',
  throttle: 10,
  words: {
    context:
      'This machine is short of memory: the kernel reports dangerous pressure ({source}). Large builds, test runs in parallel and further agents may be killed.',
    message: 'this machine is short of memory ({source}); close something large',
  },
  look() {
    const { platform } = process;
    const pressure = memoryPressure({ platform, psiFile: '/proc/pressure/memory', sysctl });
    if (!pressure.supported || pressure.level !== 'danger') return undefined;
    return { facts: { source: pressure.source } };
  },
});

// Only macOS needs a process for it.
function sysctl(name: string): string {
  return process
    .getBuiltinModule('node:child_process')
    .execFileSync('sysctl', ['-n', name], { encoding: 'utf8', timeout: 1000 });
}
