// The process as a host: its streams, environment, signals and uncaught errors.

import { fstatSync } from 'node:fs';
import { fail } from '../protocol/codes.js';
import { type Clock, clockFrom, lastSecond } from '../time/clock.js';
import { type Host, type Interrupt, type Program, runProgram } from './program.js';
import { processStreams } from './streams.js';

/** Runs the program on this process's own words and ends the process with the answer's exit code. */
export async function runProcess(program: Program): Promise<never> {
  // In the built program this stands in the file that all commands share: it must be through before one of them is loaded.
  await undefined;
  // A process that ends without an answer has failed, however it ended.
  process.exitCode = 1;
  hushLibraries();
  process.exit(await runProgram(program, process.argv.slice(2), processHost()));
}

/** Libraries warn on the console; stdout and stderr hold what the protocol says and nothing else. */
function hushLibraries(): void {
  const nothing = () => {};
  Object.assign(console, { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing });
}

/** Each asks us to end: a closed terminal, a supervisor, a user. None may leave a tool working that nobody answers for. */
const terminating = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

function processHost(): Host {
  let pipeClosed = () => {};
  return {
    streams: processStreams(process.env, () => pipeClosed()),
    // A copy: credentials are wiped from the process itself before a tool starts.
    env: { ...process.env },
    get cwd() {
      return workingFolder();
    },
    get clock() {
      return clock();
    },
    stdin: stdinKind,
    onInterrupt(listener: (signal: Interrupt) => void) {
      process.on('SIGINT', () => listener('SIGINT'));
      for (const signal of terminating) process.on(signal, () => listener('SIGTERM'));
      pipeClosed = () => listener('SIGPIPE');
    },
    onCrash(listener) {
      process.on('uncaughtException', listener);
      process.on('unhandledRejection', listener);
      // Without it a promise that nothing can settle any more would end the process with code 0 and no answer.
      process.on('beforeExit', () => listener(new Error('the command waits for something that never comes')));
    },
  };
}

/** An inherited socket may never end, and nobody meant it for us. */
function stdinKind(): 'terminal' | 'input' | 'other' {
  try {
    const stdin = fstatSync(0);
    if (stdin.isFIFO() || stdin.isFile()) return 'input';
    return stdin.isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(0) ? 'terminal' : 'other';
  } catch {
    // It is closed.
    return 'other';
  }
}

/** Somebody may have deleted it; commands that need none still answer. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw fail('working_folder_gone', { operation: 'run', target: '.', cause });
  }
}

function clock(): Clock {
  const { CTX_DETERMINISTIC: value = '' } = process.env;
  // Who wrote `true` would take a run for a deterministic one that is not.
  if (!['', '0', '1'].includes(value)) {
    const wanted = '1 (on) or 0 (off)';
    throw fail('variable_invalid', { operation: 'run', target: 'CTX_DETERMINISTIC', value, wanted });
  }
  try {
    return clockFrom(process.env);
  } catch (cause) {
    const target = process.env['SOURCE_DATE_EPOCH'] ?? '';
    throw fail('epoch_invalid', { operation: 'run', target, last: lastSecond, cause });
  }
}
