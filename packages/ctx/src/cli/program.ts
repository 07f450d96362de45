// One call of a program: words in, one answer out, and the exit code that the answer names.

import type { Environment } from '../disk/user-folder.js';
import type { Words } from '../protocol/envelope.js';
import { Failure } from '../protocol/failure.js';
import type { Clock } from '../time/clock.js';
import type { Command, ProgramFacts, Services, Stage, Watcher } from './command.js';
import { invalidVersion, wantedOutput } from './global-flags.js';
import type { Input } from './inputs.js';
import { lastFailure, lastWords } from './last-words.js';
import { parse } from './parse.js';
import { type Picking, type Printer, printerFor } from './printer.js';
import { resolveCommand } from './resolve.js';
import { stoppedBy } from './stopped-by.js';
import type { Streams } from './streams.js';
import { type WordTable, wordsOf } from './wording.js';

export interface Program extends ProgramFacts {
  /** A table that says this code. Loaded only when something failed. */
  readonly words: (code: string) => Promise<WordTable>;
  /** What a call without any word means, told whether a person is at a terminal; an error where nothing is said. */
  readonly bare?: (atTerminal: boolean) => readonly string[];
  /** Where this runs in a sandbox: has another ctx, outside, run the line. Nothing where it is not for that one. */
  readonly elsewhere?:
    | ((argv: readonly string[], cwd: string) => Promise<AnsweredElsewhere | undefined>)
    | undefined;
}

/** What a call came to that was made by another process. */
export interface AnsweredElsewhere {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Everything that a call gets from the process it runs in. */
export interface Host {
  readonly streams: Streams;
  readonly env: Environment;
  readonly cwd: string;
  readonly clock: Clock;
  /** What stdin is: somebody at a terminal, or a pipe or a file to read. */
  readonly stdin?: () => 'terminal' | 'input' | 'other';
  /** SIGINT, SIGTERM, or the reader of stdout going away. */
  onInterrupt(listener: (signal: Interrupt) => void): void;
  /** An exception or a rejection that nothing caught. */
  onCrash(listener: (error: unknown) => void): void;
}

export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGPIPE';

/** How long a long command may take to end in its own words after a signal. */
const graceMs = 2000;

export async function runProgram(program: Program, argv: readonly string[], host: Host): Promise<number> {
  const wanted = wantedOutput(argv, host.env);
  const picking: Picking = {};
  const printer = printerFor(program.name, wanted, host.streams, () => answeredAt(host), picking);
  const stages = stageMarks();
  stages.mark('kernel');
  let name = '';
  try {
    const words = wanted.format === 'text' && argv.length === 0 ? bareCall(program, host) : argv;
    const resolved = resolveCommand(words, Object.keys(program.commands));
    name = resolved.name;
    if ('failure' in resolved) throw resolved.failure;
    if (wanted.invalidVersion !== undefined) throw invalidVersion(wanted.invalidVersion);
    if (wanted.jq !== undefined) picking.pick = (await import('./jq.js')).compileJq(wanted.jq);
    stages.mark('resolve');
    if (program.elsewhere !== undefined) {
      const answered = await program.elsewhere(argv, host.cwd);
      if (answered !== undefined) return passOn(answered, host.streams);
    }
    return await call(program, resolved.name, resolved.rest, { host, printer, stages });
  } catch (error) {
    return await report(program, name, error, host, printer);
  }
}

function bareCall({ bare }: Program, { stdin, streams }: Host): readonly string[] {
  return bare?.(stdin?.() === 'terminal' && streams.outTerminal().interactive) ?? [];
}

function passOn({ stdout, stderr, exitCode }: AnsweredElsewhere, streams: Streams): number {
  if (stdout !== '') streams.out(stdout);
  if (stderr !== '') streams.err(stderr);
  return exitCode;
}

interface Surroundings {
  readonly host: Host;
  readonly printer: Printer;
  readonly stages: StageMarks;
}

async function call(program: Program, name: string, words: readonly string[], surroundings: Surroundings) {
  const { host, printer, stages } = surroundings;
  const outside = watchOutside(name, host);
  const asked = await Promise.race([load(program, name), outside.ended]);
  stages.mark('load');
  const parsed = parse(asked, words);
  stages.mark('parse');
  const command = parsed.help ? await Promise.race([load(program, 'help'), outside.ended]) : asked;
  const input = parsed.help ? { args: { command: name.split(' ') }, flags: {} } : parsed.input;
  outside.patient = command.long === true;
  const watcher = await watcherOf(command, input, { host, printer });
  if (outside.patient) await printer.expectEvents();
  const services: Services = {
    env: host.env,
    get cwd() {
      return host.cwd;
    },
    clock: host.clock,
    get signal() {
      return outside.signal();
    },
    hasInput: () => host.stdin?.() === 'input',
    takeCtrlC(handle, which) {
      outside.handleCtrlC = handle;
      outside.takesTerm = which !== undefined;
      return () => {
        outside.handleCtrlC = undefined;
      };
    },
    emit: (event) => {
      if (command.surface === 'clawable') printer.event(command, event);
      else watcher?.take(event);
    },
    show: watcher === undefined ? undefined : (event) => watcher.take(event),
    program,
    stages: stages.marks,
  };
  switch (command.surface) {
    case 'clawable':
      try {
        printer.data(command, await Promise.race([command.run(input, services), outside.ended]));
        return 0;
      } catch (error) {
        if (command.showsDetails && error instanceof Failure) printer.details(command, error.where.details);
        throw error;
      }
    case 'opted-out':
      printer.plain(await Promise.race([command.run(input, services), outside.ended]));
      return 0;
    case 'foreign': {
      const answer = await Promise.race([command.run(input, services), outside.ended]);
      printer.verbatim(answer.stdout);
      return answer.exitCode;
    }
  }
}

async function watcherOf(
  command: Command,
  { flags }: Pick<Input, 'flags'>,
  { host: { env, streams }, printer }: Pick<Surroundings, 'host' | 'printer'>,
): Promise<Watcher | undefined> {
  if (command.watch === undefined || !printer.isForPeople) return undefined;
  const { progressScreen } = await import('./screen.js');
  const watcher = await command.watch(progressScreen(streams), { flags, env });
  printer.watched(watcher);
  return watcher;
}

type StageMarks = ReturnType<typeof stageMarks>;

function stageMarks() {
  const marks: { stage: Stage; at: number }[] = [];
  return { marks, mark: (stage: Stage) => marks.push({ stage, at: process.uptime() * 1000 }) };
}

async function load(program: Program, name: string): Promise<Command> {
  const loader = program.commands[name];
  if (loader === undefined) throw new TypeError(`no command ${name} in the index`);
  return (await loader()).default;
}

interface Outside {
  /** Rejects when a signal or a crash ends the call before the command does. */
  readonly ended: Promise<never>;
  readonly signal: () => AbortSignal;
  /** Whether the first signal leaves the command some time to end in its own words; a second one does not. */
  patient: boolean;
  /** Who handles Ctrl-C in our place. */
  handleCtrlC: ((signal: Interrupt) => void) | undefined;
  takesTerm: boolean;
}

function watchOutside(command: string, host: Host): Outside {
  const stop = lazily(() => new AbortController());
  const ended = new Promise<never>((_, reject) => {
    host.onCrash(reject);
    host.onInterrupt((signal) => {
      const isTaken = signal === 'SIGINT' || (signal === 'SIGTERM' && outside.takesTerm);
      if (isTaken && outside.handleCtrlC !== undefined) return outside.handleCtrlC(signal);
      const end = () => reject(stoppedBy({ reason: signal }, 'run', command));
      if (outside.patient && !stop().signal.aborted) setTimeout(end, graceMs);
      else end();
      stop().abort(signal);
    });
  });
  const outside: Outside = {
    ended,
    signal: () => stop().signal,
    patient: false,
    handleCtrlC: undefined,
    takesTerm: false,
  };
  return outside;
}

/** The first AbortController of a process costs it 1 ms, and most commands need none. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Codes about a name that is not there, where a look at those that are may help. */
const couldBeNear = ['file_not_found', 'folder_missing', 'session_unknown', 'fleet_unknown'];

/** Codes about a file that may lie below a home folder which is not there. */
const couldBeHome = ['file_unreadable', 'file_unwritable'];

/** Never throws, and never says 0: what cannot be said in its own words is said in those that are always here. */
async function report(
  program: Program,
  name: string,
  error: unknown,
  host: Host,
  printer: Printer,
): Promise<number> {
  let failure = lastFailure(error, name, program.shippedFolder);
  let words: Words;
  try {
    if (failure.code === 'internal_error') failure = await crash(error, program.name, name, host.env);
    if (failure.code === 'flag_unknown')
      failure = await (await import('./prompt-flags.js')).withPromptFlags(failure, program.commands);
    if (couldBeNear.includes(failure.code))
      failure = (await import('./near-names.js')).withNearName(failure, () => host.cwd);
    if (couldBeHome.includes(failure.code))
      failure = (await import('./missing-home.js')).withMissingHome(failure, host.env);
    words = wordsOf(await program.words(failure.code), failure, program.name);
  } catch (second) {
    words = lastWords(failure, second, program.name);
  }
  try {
    printer.failure(name, failure, words);
  } catch {
    host.streams.err(`${program.name}: ${words.message}\n`);
  }
  return failure.exitCode || 1;
}

async function crash(error: unknown, program: string, command: string, env: Host['env']): Promise<Failure> {
  if (error instanceof Failure) return error;
  const { crashed } = await import('./crash.js');
  return crashed(error, { program, command }, env);
}

/** A clock that cannot be read is what the answer is about. */
function answeredAt(host: Host): number {
  try {
    return host.clock.now();
  } catch {
    return Date.now();
  }
}
