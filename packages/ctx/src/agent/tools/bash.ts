// The tool `bash`: a shell command in the workspace. Whatever it started is gone when the call returns, also what left
// the command's process group.

import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { signalGroup } from '../../disk/signal-group.js';
import type { Environment } from '../../disk/user-folder.js';
import { withWholeLetters } from '../../policy/split-letters.js';
import { inheritedDescriptors } from '../../sandbox/inherited.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { CallOptions, Tool, ToolOutcome } from '../ports.js';
import { credentialFreeEnv } from './credential-free-env.js';
import { explicitRepositories } from './explicit-repositories.js';
import { HeadAndTail } from './head-and-tail.js';
import { hideCredentials } from './hide-credentials.js';
import { countIn, textIn } from './input.js';
import { marksWith, markVariable, signalMarked } from './leftover-processes.js';
import type { MemoryPlace } from './memory-desk.js';

const defaultTimeout = 120_000;
const longestTimeout = 600_000;
/** Between asking a group to stop and killing it, and for reading what is still in the pipe. */
const patience = 100;

export function bashTool(
  root: string,
  env: Environment,
  sandbox?: Sandbox,
  /** Whose memory programs in the sandbox may write into. */
  memory?: MemoryPlace,
): Tool {
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
      const mark = randomBytes(8).toString('hex');
      const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
      const exposed = hideCredentials();
      if (exposed.length > 0) return exposes(exposed);
      try {
        const inherited = {
          ...explicitRepositories(withWholeLetters(withoutStartFiles(credentialFreeEnv(env)))),
          PWD: root,
          [markVariable]: marksWith(env, mark),
        };
        if (sandbox !== undefined) {
          const { memoryDesk } = await import('./memory-desk.js');
          const desk = memory === undefined ? undefined : memoryDesk(memory, signals);
          const child = sandbox.start({
            argv: [shell, '-c', command],
            env: inherited,
            merged: true,
            stdin: 'ignore',
            requests: desk?.answer,
          });
          const started = { child, mark: sandbox.backend.ownsProcesses ? undefined : mark };
          const outcome = await supervise(started, timeout, signals);
          const served = (await desk?.served()) ?? [];
          return served.length === 0 ? outcome : { ...outcome, served };
        }
        // One pipe for both streams keeps their order; the outer shell becomes the inner one.
        const { outer, closing } = withoutInherited(shell);
        const child = spawn(outer, ['-c', `${closing}exec "$0" -c "$1" 2>&1`, shell, command], {
          cwd: root,
          env: inherited,
          stdio: ['ignore', 'pipe', 'ignore'],
          detached: true,
        });
        return await supervise({ child, mark }, timeout, signals);
      } catch (error) {
        return notStarted(error);
      }
    },
  };
}

/** A shell runs the files that these name before the command: one in the workspace is the model's to write. */
function withoutStartFiles({ BASH_ENV: _, ENV: __, ...env }: Record<string, string>): Record<string, string> {
  return env;
}

interface Started {
  readonly child: ChildProcess;
  /** In the environment of all that it starts; not needed where the kernel itself ends what a command started. */
  readonly mark: string | undefined;
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
}

function supervise(
  started: Started,
  timeout: number,
  { signal, kill, onOutput }: Pick<CallOptions, 'signal' | 'kill' | 'onOutput'>,
): Promise<ToolOutcome> {
  const { child } = started;
  const kept = new HeadAndTail();
  let complaint = '';
  const decoder = onOutput === undefined ? undefined : new TextDecoder();
  child.stdout?.on('data', (chunk: Buffer) => {
    kept.push(chunk);
    if (decoder !== undefined) onOutput?.(decoder.decode(chunk, { stream: true }));
  });
  // Commands write to the other stream; what comes here is what the sandbox itself has to say.
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-1_000);
  });
  return new Promise((resolve) => {
    let timedOut = false;
    const timers: NodeJS.Timeout[] = [];
    const later = (milliseconds: number, act: () => void) => timers.push(setTimeout(act, milliseconds));
    const stop = () => signalAll(started, 'SIGTERM');
    const end = () => signalAll(started, 'SIGKILL');
    const finish = (outcome: ToolOutcome) => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      kill.removeEventListener('abort', end);
      child.stdout?.destroy();
      child.stderr?.destroy();
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
      const done = () =>
        finish(
          complaint === '' || timedOut
            ? outcomeOf(kept, { code, signal: by, timedOut }, timeout)
            : { output: `The sandbox did not start: ${complaint.trim()}`, is_error: true },
        );
      child.once('close', done);
      // What hid from us may hold the pipe open for ever. On a busy machine the time may be over before anything was
      // read: what is in the pipe by then is read first, which setImmediate waits for.
      later(patience, () => setImmediate(() => setImmediate(done)));
    });
  });
}

/** What ctx itself was given above standard error is not the command's. Plain shells know only one digit. */
function withoutInherited(shell: string): { readonly outer: string; readonly closing: string } {
  const inherited = existsSync('/proc/self/fdinfo') ? inheritedDescriptors() : [];
  return {
    outer: inherited.some((descriptor) => descriptor > 9) ? shell : '/bin/sh',
    closing: inherited.map((descriptor) => `exec ${descriptor}>&-; `).join(''),
  };
}

function exposes(names: readonly string[]): ToolOutcome {
  const output = `The shell did not start: it could read the credentials of ctx itself (${names.join(', ')}), which could not be hidden on this system.`;
  return { output, is_error: true };
}

/** The workspace may be gone, or the command longer than the system takes. */
function notStarted(error: unknown): ToolOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  return { output: `The shell did not start: ${reason}`, is_error: true };
}

/** Also to those that left the group. */
function signalAll({ child: { pid }, mark }: Started, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  signalGroup(pid, signal);
  if (mark !== undefined) signalMarked(mark, signal);
}

function outcomeOf(kept: HeadAndTail, ending: Ending, timeout: number): ToolOutcome {
  const note = noteOn(ending, timeout);
  const text = kept.text();
  const separator = text === '' || text.endsWith('\n') || note === '' ? '' : '\n';
  const output = `${text}${separator}${note}`;
  const whole = Buffer.byteLength(output) >= kept.bytesSeen;
  const { code, timedOut } = ending;
  return {
    output,
    is_error: note !== '',
    ...(code !== null && !timedOut && { exit_code: code }),
    ...(!whole && { bytes_seen: kept.bytesSeen }),
  };
}

function noteOn({ code, signal, timedOut }: Ending, timeout: number): string {
  if (timedOut) return `[stopped after ${timeout} ms]`;
  if (signal !== null) return `[ended by ${signal}]`;
  return code === 0 ? '' : `[exit code ${code}]`;
}
