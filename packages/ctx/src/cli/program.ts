// One call of a program: words in, one answer out, and the exit code that the answer names.

import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import type { Clock } from '../time/clock.js';
import type { Command, ProgramFacts, Services } from './command.js';
import { crashed } from './crash.js';
import { wantedOutput } from './global-flags.js';
import { parse } from './parse.js';
import { type Printer, printerFor } from './printer.js';
import { resolveCommand } from './resolve.js';
import type { Streams } from './streams.js';
import { type WordTable, wordsOf } from './words.js';

export interface Program extends ProgramFacts {
  readonly words: WordTable;
}

/** Everything that a call gets from the process it runs in. */
export interface Host {
  readonly streams: Streams;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** SIGINT, SIGTERM, or the reader of stdout going away. */
  onInterrupt(listener: (signal: Interrupt) => void): void;
  /** An exception or a rejection that nothing caught. */
  onCrash(listener: (error: unknown) => void): void;
}

export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGPIPE';

/** How long a long command may take to end in its own words after a signal. */
const graceMs = 2000;

export async function runProgram(program: Program, argv: readonly string[], host: Host): Promise<number> {
  const printer = printerFor(program.name, wantedOutput(argv), host.streams, host.clock.now);
  let name = '';
  try {
    const resolved = resolveCommand(argv, Object.keys(program.commands));
    name = resolved.name;
    if ('failure' in resolved) throw resolved.failure;
    return await call(program, resolved.name, resolved.rest, host, printer);
  } catch (error) {
    return report(program, name, error, host, printer);
  }
}

async function call(program: Program, name: string, rest: readonly string[], host: Host, printer: Printer) {
  const command = await load(program, name);
  const parsed = parse(command, rest);
  if (parsed.help) return call(program, 'help', [...formatFlags(rest), ...name.split(' ')], host, printer);
  const stop = lazily(() => new AbortController());
  const services: Services = {
    env: host.env,
    cwd: host.cwd,
    clock: host.clock,
    get signal() {
      return stop().signal;
    },
    emit: (event) => {
      if (command.surface === 'clawable') printer.event(command, event);
    },
    program,
  };
  const ended = endedFromOutside(command, stop, host);
  switch (command.surface) {
    case 'clawable':
      printer.data(command, await Promise.race([command.run(parsed.input, services), ended]));
      return 0;
    case 'opted-out':
      printer.plain(await Promise.race([command.run(parsed.input, services), ended]));
      return 0;
    case 'foreign': {
      const answer = await Promise.race([command.run(parsed.input, services), ended]);
      printer.plain(answer.stdout);
      return answer.exitCode;
    }
  }
}

async function load(program: Program, name: string): Promise<Command> {
  const loader = program.commands[name];
  if (loader === undefined) throw new TypeError(`no command ${name} in the index`);
  return (await loader()).default;
}

/** Of a line that asked for help, the flags that say how to print it. */
function formatFlags(words: readonly string[]): string[] {
  const { format, envelopeVersion } = wantedOutput(words);
  return [`--output-format=${format}`, `--envelope-version=${envelopeVersion}`];
}

/** Rejects when a signal or a crash ends the call before the command does. */
function endedFromOutside(command: Command, stop: () => AbortController, host: Host): Promise<never> {
  return new Promise((_, reject) => {
    host.onCrash(reject);
    host.onInterrupt((signal) => {
      stop().abort(signal);
      const code = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
      const end = () => reject(fail(code, { operation: 'run', target: command.name }));
      if (command.surface === 'clawable' && command.long) setTimeout(end, graceMs).unref();
      else end();
    });
  });
}

/** The first AbortController of a process costs it 1 ms, and most commands need none. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function report(program: Program, name: string, error: unknown, host: Host, printer: Printer): number {
  const failure = error instanceof Failure ? error : crashed(error, name, host.env);
  const words = wordsOf(program.words, failure, program.name);
  try {
    printer.failure(name, failure, words);
  } catch {
    host.streams.err(`${program.name}: ${words.message}\n`);
  }
  return failure.row.exitCode;
}
