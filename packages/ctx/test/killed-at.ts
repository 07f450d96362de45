// A built program that kills itself (SIGKILL) at the n-th moment of its writing: before or after each call that changes
// a file, writes to a pipe or starts a process. The moments are the program's own, so no time is guessed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diesAtMoment } from './dies-at-moment.js';
import { temporaryFolder } from './folder.js';

export interface Moments {
  /** The environment in which a program dies at that moment, counted from 1; if it has so many. */
  dieAt(moment: number): Record<string, string>;
  /** How many moments a call has that `run` makes and nobody kills. */
  count(run: (env: Record<string, string>) => Promise<unknown>): Promise<number>;
}

export function moments(): Moments {
  const folder = temporaryFolder({ 'moments.cjs': diesAtMoment });
  const told = join(folder, 'count');
  const env = (moment: number) => ({
    NODE_OPTIONS: `--require=${join(folder, 'moments.cjs')}`,
    DIE_AT_MOMENT: String(moment),
    TELL_MOMENTS: told,
  });
  return {
    dieAt: env,
    async count(run) {
      await run(env(Number.MAX_SAFE_INTEGER));
      return Number(readFileSync(told, 'utf8'));
    },
  };
}
