// A real bash for scripts that nobody read before: it can write to one folder and to nothing else of this machine.

import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

export interface Confinement {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** All that it can write to. */
  readonly writable: readonly string[];
  readonly timeoutMs: number;
}

/** Returns when everything that the script started has ended. */
export function runConfined(script: string, { cwd, env, writable, timeoutMs }: Confinement): void {
  const binds = writable.flatMap((folder) => ['--bind', realpathSync(folder), realpathSync(folder)]);
  // Its processes are not in a space of their own, in which they would die with the first of them: the pipes say when
  // the last has ended.
  const view = ['--ro-bind', '/', '/', '--dev', '/dev', ...binds, '--chdir', cwd];
  const words = ['--unshare-net', '--unshare-ipc', ...view, '--', '/bin/bash', '-c', script];
  const { error, status, signal, stderr } = spawnSync('/usr/bin/bwrap', words, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const timedOut = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
  if (error !== undefined && !timedOut) throw error;
  if (status === 1 && signal === null && stderr.startsWith('bwrap: ')) throw new Error(stderr);
}
