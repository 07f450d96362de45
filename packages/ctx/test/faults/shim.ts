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
  'list',
  'mkdir',
  'truncate',
] as const;

export type Call = (typeof calls)[number];

/** One call that goes wrong: the n-th of its kind on a file of the try. `change` is any call that changes something. A torn write comes back short, and the disk is full from then on. */
export interface Fault {
  readonly call: Call | 'change';
  readonly how: keyof typeof errors | 'short' | 'torn' | 'killed-before' | 'killed-after';
  /** All calls of this kind from then on. */
  readonly lasting?: true;
}

export const errors = {
  ENOENT: constants.errno.ENOENT,
  EIO: constants.errno.EIO,
  ENOSPC: constants.errno.ENOSPC,
  EINTR: constants.errno.EINTR,
  ESTALE: constants.errno.ESTALE,
  EMFILE: constants.errno.EMFILE,
  EDQUOT: constants.errno.EDQUOT,
  EROFS: constants.errno.EROFS,
  EACCES: constants.errno.EACCES,
  EPERM: constants.errno.EPERM,
  ENOTSUP: constants.errno.ENOTSUP,
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
      const set = { ...env, FAULT_CALL: call, FAULT_NTH: String(nth), ...wayOf(how) };
      return {
        env: lasting || how === 'torn' ? { ...set, FAULT_LASTING: '1' } : set,
        hit() {
          const was = existsSync(tell);
          rmSync(tell, { force: true });
          return was;
        },
      };
    },
  };
}

/** A write that is torn comes back short, and the disk is full from then on. */
function wayOf(how: Fault['how']): Env {
  if (isError(how)) return { FAULT_ERRNO: String(errors[how]) };
  return how === 'torn' ? { FAULT_HOW: how, FAULT_ERRNO: String(errors.ENOSPC) } : { FAULT_HOW: how };
}

function isError(how: Fault['how']): how is keyof typeof errors {
  return how in errors;
}
