// A program as a process of its own: its whole answer, within a time, and what it left running. It is ended with its
// children when time is up or the contract is called off.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Confinement } from './confinement.js';
import { leftBehind, lookAfter } from './look-after.js';
import { Broken } from './step.js';

export interface Child {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Names of the processes that were still there when it had ended. They are ended, too. */
  readonly leftRunning: readonly string[];
}

export interface Call {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly confinement?: Confinement | undefined;
  /** Whether it may reach the network; only a confined program can be kept from it. */
  readonly network?: boolean;
  /** Folders outside of the clean host that it has to write to. */
  readonly writes?: readonly string[];
}

const keptCharacters = 1 << 24;

export async function runChild(program: string, words: readonly string[], call: Call): Promise<Child> {
  const { confinement, network = false, writes = [] } = call;
  const within = confinement === undefined ? [] : [...confinement.words({ network, writes }), ...lookAfter];
  const [started = '', ...rest] = [...within, program, ...words];
  const child = spawn(started, rest, {
    cwd: call.cwd,
    env: call.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdout, stderr, watch] = [child.stdout, child.stderr, child.stdio[3]].map(collected);
  const end = () => endGroup(child.pid);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, call.timeoutMs ?? 60_000);
  call.signal?.addEventListener('abort', end, { once: true });
  if (call.signal?.aborted) end();
  // A program that does not read its input is none of our business.
  child.stdin?.on('error', () => {});
  child.stdin?.end(call.input ?? '');
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const exitCode = await exitOf(child, program);
    clearTimeout(timer);
    const inGroup = confinement === undefined && !timedOut ? await leftInGroup(child.pid) : [];
    end();
    const holders = (await closesSoon(child, closed)) ? [] : ['one that holds its output open'];
    const answer = { exitCode, stdout: stdout?.() ?? '', stderr: stderr?.() ?? '', timedOut };
    if (confinement === undefined || timedOut || call.signal?.aborted)
      return { ...answer, leftRunning: [...inGroup, ...holders] };
    return { ...answer, leftRunning: leftBehind(watch?.() ?? '', program, answer.stderr) };
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', end);
  }
}

/** What a person is shown of an output. */
export function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 300) ?? '';
}

function exitOf(child: ChildProcess, program: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', (error) => reject(new Broken([`${program} cannot be started: ${error.message}`])));
  });
}

/** A process that left the group may hold the pipes for as long as it likes. */
async function closesSoon(child: ChildProcess, closed: Promise<void>): Promise<boolean> {
  const patience = new AbortController();
  const inTime = await Promise.race([
    closed.then(() => true),
    pause(2000, false, { signal: patience.signal }).catch(() => true),
  ]);
  patience.abort();
  if (!inTime) for (const stream of child.stdio) stream?.destroy();
  return inTime;
}

function collected(stream: ChildProcess['stdio'][number] | undefined): () => string {
  let text = '';
  if (stream !== null && stream !== undefined && 'setEncoding' in stream) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < keptCharacters) text += piece;
    });
  }
  return () => text;
}

/** What is in the program's process group a second after it has ended. */
async function leftInGroup(pid: number | undefined): Promise<readonly string[]> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (!isGroupThere(pid)) return [];
    await pause(50);
  }
  return isGroupThere(pid) ? ['one of its process group'] : [];
}

function isGroupThere(pid: number | undefined): boolean {
  return pid !== undefined && signalGroup(pid, 0);
}

/** The process and all that it started. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) signalGroup(pid, 'SIGKILL');
}

/** Whether anybody was there to get it. */
function signalGroup(pid: number, signal: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
