// The agent behind the relay, as a process with a group of its own: what it started ends with it.

import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { signalGroup } from '../disk/signal-group.js';
import { withWholeLetters } from '../policy/split-letters.js';
import { fail } from '../protocol/codes.js';
import { systemCode } from '../protocol/failure.js';

export interface AgentProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** How it ended: its exit code, or the signal. */
  readonly gone: Promise<number | NodeJS.Signals>;
  /** Asked to end, and ended where it does not. */
  end(): Promise<void>;
}

export interface AgentPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const graceMs = 1000;

/** Rejects where the program does not exist. What it says on stderr goes to ours. */
export async function startAgent(
  file: string,
  args: readonly string[],
  { cwd, env }: AgentPlace,
): Promise<AgentProcess> {
  const child = spawnAgent(file, args, { cwd, env });
  const gone = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      const reason = systemCode(cause) === 'ENOENT' ? 'the program does not exist' : cause.message;
      reject(fail('agent_unstartable', { operation: 'start', target: file, reason, cause }));
    });
  });
  // Whatever fails later is the agent's end.
  child.on('error', () => {});
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    gone,
    async end() {
      child.stdin.end();
      const isGone = await settledWithin(
        gone,
        child.exitCode !== null || child.signalCode !== null ? 0 : graceMs,
      );
      if (!isGone) signalGroup(child.pid, 'SIGTERM');
      if (!isGone) await settledWithin(gone, graceMs / 2);
      signalGroup(child.pid, 'SIGKILL');
      await gone;
    },
  };
}

function spawnAgent(file: string, args: readonly string[], { cwd, env }: AgentPlace) {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) given[name] = value;
  return spawn(file, args, {
    cwd,
    env: withWholeLetters(given),
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
}

async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const settled = await Promise.race([work.then(() => true), over]);
  clearTimeout(timer);
  return settled;
}
