// The process as a host: its streams, environment, signals and uncaught errors.

import { clockFrom } from '../time/clock.js';
import { type Host, type Interrupt, type Program, runProgram } from './program.js';
import { processStreams } from './streams.js';

/** Runs the program on this process's own words and ends the process with the answer's exit code. */
export async function runProcess(program: Program): Promise<never> {
  // In the built program this stands in the file that all commands share: it must be through before one of them is loaded.
  await undefined;
  process.exit(await runProgram(program, process.argv.slice(2), processHost()));
}

function processHost(): Host {
  let pipeClosed = () => {};
  return {
    streams: processStreams(process.env, () => pipeClosed()),
    // A copy: credentials are wiped from the process itself before a tool starts.
    env: { ...process.env },
    cwd: process.cwd(),
    clock: clockFrom(process.env),
    onInterrupt(listener: (signal: Interrupt) => void) {
      process.on('SIGINT', () => listener('SIGINT'));
      process.on('SIGTERM', () => listener('SIGTERM'));
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
