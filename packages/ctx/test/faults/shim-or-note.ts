// The shim for one test. Where there is no compiler, a line says what was not tried; where changes are judged, everything is.

import { expect } from 'vitest';
import { temporaryFolder } from '../folder.js';
import { compileShim, type Shim } from './shim.js';

export function shimOrNote(): Shim | undefined {
  const shim = compileShim(temporaryFolder());
  if (process.env['CI'] !== undefined) expect(shim).toBeDefined();
  if (shim === undefined) process.stdout.write('not tried: there is no C compiler\n');
  return shim;
}
