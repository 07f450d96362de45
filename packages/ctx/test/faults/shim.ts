// The shim that makes single calls of a program fail: compiled where there is a C compiler, and what its variables mean.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

export const calls = [
  'open',
  'read',
  'write',
  'fsync',
  'rename',
  'link',
  'unlink',
  'access',
  'stat',
] as const;

export type Call = (typeof calls)[number];

/** One call that goes wrong: the n-th of its kind on a file of the try. `change` is any call that changes something. */
export interface Fault {
  readonly call: Call | 'change';
  readonly how: keyof typeof errors | 'short' | 'killed-before' | 'killed-after';
  /** All calls of this kind from then on. */
  readonly lasting?: true;
}

export const errors = {
  EIO: constants.errno.EIO,
  ENOSPC: constants.errno.ENOSPC,
  EINTR: constants.errno.EINTR,
  ESTALE: constants.errno.ESTALE,
} as const;

export interface Shim {
  /** How many calls of each kind a program makes below a folder, which `run` starts with the environment that it gets. */
  count(under: string, run: (env: Env) => Promise<unknown>): Promise<ReadonlyMap<string, number>>;
  /** The environment for one fault, and whether it fell on a call. */
  fault(under: string, fault: Fault, nth: number): { readonly env: Env; hit(): boolean };
}

export type Env = Readonly<Record<string, string>>;

/** Nothing where there is no C compiler. */
export function compileShim(folder: string): Shim | undefined {
  const library = join(folder, 'shim.so');
  const compiler = ['cc', 'gcc', 'clang', 'tcc'].find((name) => spawnSync(name, ['-v']).error === undefined);
  if (compiler === undefined) return undefined;
  const words = ['-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'shim.c'), '-ldl'];
  const { status, stderr } = spawnSync(compiler, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${compiler} did not compile the shim: ${stderr}`);
  let made = 0;
  const settings = (under: string) => {
    made += 1;
    const tell = join(folder, `told-${made}`);
    return { tell, env: { LD_PRELOAD: library, FAULT_UNDER: under, FAULT_TELL: tell } };
  };
  return {
    async count(under, run) {
      const { env, tell } = settings(under);
      await run(env);
      const lines = readFileSync(tell, 'utf8').trimEnd().split('\n');
      rmSync(tell);
      return new Map(lines.map((line) => line.split(' ')).map(([call = '', n]) => [call, Number(n)]));
    },
    fault(under, { call, how, lasting }, nth) {
      const { env, tell } = settings(under);
      const errno =
        how in errors ? { FAULT_ERRNO: String(errors[how as keyof typeof errors]) } : { FAULT_HOW: how };
      const set = { ...env, FAULT_CALL: call, FAULT_NTH: String(nth), ...errno };
      return {
        env: lasting ? { ...set, FAULT_LASTING: '1' } : set,
        hit() {
          const was = existsSync(tell);
          rmSync(tell, { force: true });
          return was;
        },
      };
    },
  };
}
