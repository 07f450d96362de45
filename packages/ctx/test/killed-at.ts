// A built program that kills itself (SIGKILL) at the n-th moment of its writing: before or after each call that changes
// a file, writes to a pipe or starts a process. The moments are the program's own, so no time is guessed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.js';

export interface Moments {
  /** The environment in which a program dies at that moment, counted from 1; if it has so many. */
  dieAt(moment: number): Record<string, string>;
  /** How many moments a call has that `run` makes and nobody kills. */
  count(run: (env: Record<string, string>) => Promise<unknown>): Promise<number>;
}

export function moments(): Moments {
  const folder = temporaryFolder({ 'moments.cjs': preloaded });
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

const preloaded = `
const fs = require('node:fs');
const writeFileSync = fs.writeFileSync;
const { DIE_AT_MOMENT, TELL_MOMENTS } = process.env;
let moment = 0;
const pass = () => {
  moment += 1;
  if (moment === Number(DIE_AT_MOMENT)) process.kill(process.pid, 'SIGKILL');
};
const watch = (module, names) => {
  for (const name of names) {
    const real = module[name];
    module[name] = (...given) => {
      pass();
      const result = real(...given);
      pass();
      return result;
    };
  }
};
watch(fs, ['writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'mkdirSync', 'ftruncateSync']);
watch(fs, ['writeFileSync', 'appendFileSync', 'rmSync', 'chmodSync', 'fchmodSync']);
watch(require('node:child_process'), ['spawn']);
process.on('exit', () => writeFileSync(TELL_MOMENTS, String(moment)));
`;
