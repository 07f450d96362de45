// The tool `bash`: a shell command in the workspace, in a process group of its own that is gone when the call returns.

import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Tool, ToolOutcome } from '../ports.js';
import { credentialFreeEnv } from './credential-free-env.js';
import { HeadAndTail } from './head-and-tail.js';
import { countIn, textIn } from './input.js';

const defaultTimeout = 120_000;
const longestTimeout = 600_000;
/** Between asking a group to stop and killing it, and for reading what is still in the pipe. */
const patience = 100;

export function bashTool(root: string, env: Readonly<Record<string, string | undefined>>): Tool {
  return {
    name: 'bash',
    description:
      'Runs a shell command in the workspace and returns its output (stdout and stderr together). ' +
      'Processes that it leaves behind are killed. stdin is empty.',
    input: {
      type: 'object',
      properties: {
        command: { type: 'string', minLength: 1 },
        timeout_ms: {
          type: 'integer',
          minimum: 1,
          maximum: longestTimeout,
          description: `${defaultTimeout} unless given.`,
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
    readOnly: false,
    subject: { field: 'command', kind: 'command' },
    async run(input, signals) {
      const timeout = countIn(input, 'timeout_ms') ?? defaultTimeout;
      const command = textIn(input, 'command');
      if (command.includes('\0')) return { output: 'A command cannot hold a NUL character.', is_error: true };
      const { spawn } = await import('node:child_process');
      const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
      try {
        // One pipe for both streams keeps their order; the outer shell becomes the inner one.
        const child = spawn('/bin/sh', ['-c', 'exec "$0" -c "$1" 2>&1', shell, command], {
          cwd: root,
          env: { ...credentialFreeEnv(env), PWD: root },
          stdio: ['ignore', 'pipe', 'ignore'],
          detached: true,
        });
        return await supervise(child, timeout, signals);
      } catch (error) {
        return notStarted(error);
      }
    },
  };
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
}

function supervise(
  child: ChildProcess,
  timeout: number,
  { signal, kill }: { signal: AbortSignal; kill: AbortSignal },
): Promise<ToolOutcome> {
  const kept = new HeadAndTail();
  child.stdout?.on('data', (chunk: Buffer) => kept.push(chunk));
  return new Promise((resolve) => {
    let timedOut = false;
    const timers: NodeJS.Timeout[] = [];
    const later = (milliseconds: number, act: () => void) => timers.push(setTimeout(act, milliseconds));
    const stop = () => signalGroup(child, 'SIGTERM');
    const end = () => signalGroup(child, 'SIGKILL');
    const finish = (outcome: ToolOutcome) => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      kill.removeEventListener('abort', end);
      child.stdout?.destroy();
      resolve(outcome);
    };

    later(timeout, () => {
      timedOut = true;
      stop();
      later(patience, end);
    });
    signal.addEventListener('abort', stop, { once: true });
    kill.addEventListener('abort', end, { once: true });
    if (signal.aborted) stop();

    child.once('error', (error) => finish(notStarted(error)));
    child.once('exit', (code, by) => {
      end();
      const done = () => finish(outcomeOf(kept, { code, signal: by, timedOut }, timeout));
      child.once('close', done);
      // A descendant that left the group may hold the pipe open for ever.
      later(patience, done);
    });
  });
}

/** The workspace may be gone, or the command longer than the system takes. */
function notStarted(error: unknown): ToolOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  return { output: `The shell did not start: ${reason}`, is_error: true };
}

/** The group has the leader's id, and outlives it while any member runs. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}

function outcomeOf(kept: HeadAndTail, ending: Ending, timeout: number): ToolOutcome {
  const note = noteOn(ending, timeout);
  const text = kept.text();
  const separator = text === '' || text.endsWith('\n') || note === '' ? '' : '\n';
  const output = `${text}${separator}${note}`;
  const whole = Buffer.byteLength(output) >= kept.bytesSeen;
  return { output, is_error: note !== '', ...(!whole && { bytes_seen: kept.bytesSeen }) };
}

function noteOn({ code, signal, timedOut }: Ending, timeout: number): string {
  if (timedOut) return `[stopped after ${timeout} ms]`;
  if (signal !== null) return `[ended by ${signal}]`;
  return code === 0 ? '' : `[exit code ${code}]`;
}
