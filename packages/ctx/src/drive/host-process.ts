// The process of a driven agent: its pipes, the last of what it complained about, and its end with all that it started.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { explicitRepositories } from '../agent/tools/explicit-repositories.js';
import { endMarked, marksWith, markVariable } from '../agent/tools/leftover-processes.js';
import { pause } from '../disk/pause.js';
import { signalGroup } from '../disk/signal-group.js';
import type { AnswerRequest } from '../sandbox/requests/server.js';
import type { Sandbox } from '../sandbox/sandbox.js';

export interface HostProcess {
  readonly stdout: Readable;
  readonly stdin: Writable;
  /** Why it is gone, in words; settles when it is. */
  readonly gone: Promise<string>;
  /** Nothing while it runs, and where a signal ended it. */
  exitCode(): number | null;
  /** Ends it with everything that it started. Settles when nothing of it is left that can be seen. */
  end(): Promise<void>;
}

export interface HostStart {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox?: Sandbox | undefined;
  readonly ownLoopback?: boolean | undefined;
  /** Answers our hook inside of a sandbox. */
  readonly requests?: AnswerRequest | undefined;
}

const keptOfStderr = 2_000;
/** What it has to end by itself once it was asked to. */
const patience = 500;

export function startHost({ argv, cwd, env, sandbox, ownLoopback, requests }: HostStart): HostProcess {
  const mark = randomBytes(8).toString('hex');
  const marked = { ...explicitRepositories(env), [markVariable]: marksWith(env, mark) };
  const [file = '', ...words] = argv;
  const child =
    sandbox === undefined
      ? // A group of its own: hosts start processes that outlive their launcher.
        spawn(file, words, { cwd, env: marked, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
      : sandbox.start({ argv, env: marked, merged: false, stdin: 'pipe', cwd, ownLoopback, requests });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null) throw new TypeError('a host has pipes');
  let complaint = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(-keptOfStderr);
  });
  // What is written to a process that is gone is lost, and its end says so.
  stdin.on('error', () => {});
  const gone = exitOf(child).then((how) => `${how}${lastLine(complaint)}`);
  return { stdin, stdout, gone, exitCode: () => child.exitCode, end: () => end(child, mark, gone) };
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started (${error.message})`));
    child.once('exit', (code, signal) =>
      // What it said last may still be in the pipe.
      setImmediate(() =>
        setImmediate(resolve, signal === null ? `exited with ${code}` : `was ended by ${signal}`),
      ),
    );
  });
}

async function end(child: ChildProcess, mark: string, gone: Promise<string>): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) {
    signalGroup(child.pid, 'SIGTERM');
    await Promise.race([gone, pause(patience)]);
  }
  signalGroup(child.pid, 'SIGKILL');
  await endMarked(mark);
  await gone;
  child.stdout?.destroy();
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `: ${line.slice(0, 300)}`;
}
