// A program as a process of its own: its whole answer, within a time, ended with its children when time is up or the
// contract is called off.

import { spawn } from 'node:child_process';
import { Broken } from './step.js';

export interface Child {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

export interface Call {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** What the command is started by, if not by itself. */
  readonly within?: readonly string[] | undefined;
}

const keptCharacters = 1 << 24;

export function runChild(program: string, words: readonly string[], call: Call): Promise<Child> {
  return new Promise((resolve, reject) => {
    const [started = program, ...rest] = [...(call.within ?? []), program, ...words];
    const child = spawn(started, rest, { cwd: call.cwd, env: call.env, detached: true });
    const kept = { stdout: '', stderr: '' };
    let timedOut = false;
    const end = () => endGroup(child.pid);
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, call.timeoutMs ?? 60_000);
    call.signal?.addEventListener('abort', end, { once: true });
    if (call.signal?.aborted) end();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (kept[name].length < keptCharacters) kept[name] += text;
      });
    }
    // A program that does not read its input is none of our business.
    child.stdin.on('error', () => {});
    child.stdin.end(call.input ?? '');
    const settle = () => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', end);
    };
    child.on('error', (error) => {
      settle();
      reject(new Broken([`${program} cannot be started: ${error.message}`]));
    });
    child.on('close', (exitCode) => {
      settle();
      // What it left running in the background would outlive the contract.
      end();
      resolve({ exitCode, ...kept, timedOut });
    });
  });
}

/** The process and all that it started. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // They are gone.
  }
}
