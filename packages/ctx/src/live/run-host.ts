// A host's own process, in a place that is thrown away: bounded in time, and nothing of it goes on afterwards.

import { spawn } from 'node:child_process';
import { endMarked, markedIfSeen } from '../agent/tools/leftover-processes.js';
import { pause } from '../disk/pause.js';
import { signalGroup } from '../disk/signal-group.js';
import type { HostProgram } from '../hosts/find-program.js';
import type { LivePlace } from './driven-host.js';

export interface HostRun {
  readonly exitCode: number | null;
  /** Why it was ended before it ended by itself. */
  readonly ended?: 'too_long' | 'interrupted';
  /** The last of what it printed. */
  readonly output: string;
}

const mostKept = 1 << 16;

export interface Bounds {
  /** Everything that it starts carries it. */
  readonly mark: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Whether all that hooks write after the host is gone has been written. */
  isSettled(): boolean;
}

/** Hooks of a session's end may outlive the host for so long, and what else still runs after they seem done is none of them. */
const patienceMs = 15_000;
const doneMs = 2_000;

export async function runHost(
  program: HostProgram,
  argv: readonly string[],
  place: LivePlace,
  bounds: Bounds,
): Promise<HostRun> {
  const { pid, run } = started([...program, ...argv], place, bounds);
  const done = await run;
  if (done.ended === undefined) await untilSettled(bounds);
  signalGroup(pid, 'SIGKILL');
  await endMarked(bounds.mark);
  return done;
}

async function untilSettled({ mark, signal, isSettled }: Bounds): Promise<void> {
  let left = patienceMs;
  while (left > 0 && !signal.aborted) {
    const settled = isSettled();
    if (settled && markedIfSeen(mark).length === 0) return;
    if (settled) left = Math.min(left, doneMs);
    await pause(stepMs);
    left -= stepMs;
  }
}

const stepMs = 50;

function started([file = '', ...words]: readonly string[], { root, env }: LivePlace, bounds: Bounds) {
  // A group of its own: hosts start processes that outlive their launcher.
  const child = spawn(file, words, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let ended: HostRun['ended'];
  const keep = (chunk: string) => {
    output = (output + chunk).slice(-mostKept);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
  const end = (why: HostRun['ended']) => {
    ended = why;
    signalGroup(child.pid, 'SIGKILL');
  };
  const run = new Promise<HostRun>((resolve) => {
    const timer = setTimeout(() => end('too_long'), bounds.limitMs);
    const interrupt = () => end('interrupted');
    bounds.signal.addEventListener('abort', interrupt);
    if (bounds.signal.aborted) interrupt();
    const done = (exitCode: number | null) => {
      clearTimeout(timer);
      bounds.signal.removeEventListener('abort', interrupt);
      resolve({ exitCode, output, ...(ended === undefined ? {} : { ended }) });
    };
    child.on('error', (error) => {
      keep(error.message);
      done(null);
    });
    // Not `close`: what it left behind may hold its pipes, and is ended only later.
    child.on('exit', (exitCode) => setImmediate(() => setImmediate(done, exitCode)));
  });
  return { pid: child.pid, run };
}
