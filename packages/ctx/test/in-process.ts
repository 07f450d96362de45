// A program called inside the test's own process, with everything that it gets from outside in the test's hands.

import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, CommandIndex } from '../src/cli/command.js';
import { type Host, type Interrupt, type Program, runProgram } from '../src/cli/program.js';
import type { Terminal } from '../src/cli/terminal.js';
import { words } from '../src/cli/words.js';
import { commands } from '../src/commands/index.js';
import type { Clock } from '../src/time/clock.js';
import { builtFolder } from './built.js';
import { programVersion } from './program-version.js';

export interface Answer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Outside {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly clock?: Clock;
  readonly terminal?: Terminal;
  /** Takes the place of stdout; what it throws is what writing there would throw. */
  readonly out?: (text: string) => void;
}

export interface RunningCall {
  readonly answer: Promise<Answer>;
  interrupt(signal: Interrupt): void;
  crash(error: unknown): void;
  /** What is on stdout so far. */
  stdout(): string;
  stderr(): string;
}

/** Half past nothing on a day that the tests can name. */
export const fixedClock: Clock = { now: () => Date.UTC(2026, 10, 15, 20, 0, 0, 789), deterministic: true };

export const plainTerminal: Terminal = { interactive: false, colour: false, width: 100 };
export const colourTerminal: Terminal = { interactive: true, colour: true, width: 100, redraws: true };

/** `ctx` as it ships, its code from the sources and its other files from the build. */
export function ctxProgram(): Program {
  return {
    name: 'ctx',
    version: programVersion,
    commands,
    words: async () => words,
    shippedFolder: builtFolder(),
    bare: () => ['help'],
  };
}

/** A program of the test's own commands. */
export function programOf(...own: readonly Command[]): Program {
  const index: Record<string, CommandIndex[string]> = {};
  for (const command of own) index[command.name] = async () => ({ default: command });
  return {
    name: 'ctx',
    version: programVersion,
    commands: index,
    words: async () => words,
    shippedFolder: builtFolder(),
  };
}

export function runCtx(argv: readonly string[], outside: Outside = {}): Promise<Answer> {
  return startCall(ctxProgram(), argv, outside).answer;
}

export function runIn(program: Program, argv: readonly string[], outside: Outside = {}): Promise<Answer> {
  return startCall(program, argv, outside).answer;
}

const stateFolder = join(tmpdir(), `ctx-test-state-${process.pid}`);
process.once('exit', () => rmSync(stateFolder, { recursive: true, force: true }));

/** A place of the test's own for what ctx keeps outside of projects, where the test names none. */
function withState(env: NonNullable<Outside['env']>): NonNullable<Outside['env']> {
  return 'HOME' in env || 'XDG_STATE_HOME' in env ? env : { ...env, XDG_STATE_HOME: stateFolder };
}

export function startCall(program: Program, argv: readonly string[], outside: Outside = {}): RunningCall {
  const written = { out: '', err: '' };
  let interrupted = (_: Interrupt) => {};
  let crashed = (_: unknown) => {};
  const terminal = outside.terminal ?? plainTerminal;
  const host: Host = {
    streams: {
      out: (text) => {
        outside.out?.(text);
        written.out += text;
      },
      err: (text) => {
        written.err += text;
      },
      outTerminal: () => terminal,
      errTerminal: () => terminal,
    },
    env: withState(outside.env ?? {}),
    cwd: outside.cwd ?? import.meta.dirname,
    clock: outside.clock ?? fixedClock,
    onInterrupt: (listener) => {
      interrupted = listener;
    },
    onCrash: (listener) => {
      crashed = listener;
    },
  };
  const answer = runProgram(program, argv, host).then((exitCode) => ({
    exitCode,
    stdout: written.out,
    stderr: written.err,
  }));
  return {
    answer,
    interrupt: (signal) => interrupted(signal),
    crash: (error) => crashed(error),
    stdout: () => written.out,
    stderr: () => written.err,
  };
}
