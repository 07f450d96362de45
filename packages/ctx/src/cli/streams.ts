// The process's stdout and stderr, written synchronously: what was printed is out before the process ends.

import { fstatSync, statSync } from 'node:fs';
import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import type { PatientWriter, patientWriter } from './patient-writer.js';
import type { Spool, spoolTo } from './spool.js';
import type { Terminal } from './terminal.js';
import { writeAll } from './write-all.js';

export interface Streams {
  out(text: string): void;
  err(text: string): void;
  outTerminal(): Terminal;
  errTerminal(): Terminal;
  /** Whether a command works on while its output is read slowly: what writes to such readers is loaded only then. */
  readonly slowReaders?: SlowReaders;
}

export interface SlowReaders {
  /** Progress, which waits for nobody; from then on `err` waits only as long as somebody reads. */
  progress(make: typeof patientWriter): (text: string) => void;
  /** An answer that is still being made: a slow reader gets all of it and holds nothing up. */
  answer(make: typeof spoolTo): (text: string) => void;
}

const devNull = '/dev/null';

/** `onClosed` is called once, when the reader of stdout has gone away. */
export function processStreams(
  env: Environment,
  onClosed: () => void,
  { stdout, stderr } = { stdout: 1, stderr: 2 },
): Streams {
  let closed = false;
  let spool: Spool | undefined;
  let progress: PatientWriter | undefined;
  const lost = (error: unknown) => {
    if (!isSystemError(error, 'EPIPE')) {
      const reason = isSystemError(error, 'ENOSPC') ? 'the device is full' : String(error);
      throw fail('output_undeliverable', { operation: 'write', target: 'stdout', reason, cause: error });
    }
    closed = true;
    onClosed();
  };
  const out = (text: string) => {
    spool?.drain();
    if (closed) return;
    try {
      writeAll(stdout, text);
    } catch (error) {
      lost(error);
    }
  };
  const err = (text: string) => {
    if (progress !== undefined) {
      progress.write(text);
      progress.drain();
      return;
    }
    try {
      writeAll(stderr, text);
    } catch {
      // Nobody is left to tell.
    }
  };
  return {
    out,
    err,
    slowReaders: {
      progress(make) {
        progress ??= make(stderr);
        return progress?.write ?? err;
      },
      answer(make) {
        spool ??= make(stdout, lost);
        return spool?.write ?? out;
      },
    },
    outTerminal: () => terminalOf(stdout, env, () => process.stdout),
    errTerminal: () => terminalOf(stderr, env, () => process.stderr),
  };
}

// process.stdout costs a start 6 ms, so it is asked only where a terminal may really be there: not for /dev/null.
function terminalOf(fd: number, env: Environment, streamOf: () => NodeJS.WriteStream): Terminal {
  const stream = mayBeTerminal(fd) ? streamOf() : undefined;
  const interactive = stream?.isTTY === true;
  const columns = (interactive ? columnsNow(stream) : undefined) || 100;
  return {
    interactive,
    colour: interactive && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    width: Math.min(columns, 110),
    columns,
    redraws: interactive && env['TERM'] !== 'dumb',
    obeysLines: env['GITHUB_ACTIONS'] === 'true' && !fstatSync(fd).isFile(),
  };
}

/** Node learns of another size when its loop gets to the signal. What is drawn before that would be erased in the wrong place. */
function columnsNow(stream: NodeJS.WriteStream): number {
  const refresh: unknown = Reflect.get(stream, '_refreshSize');
  if (typeof refresh === 'function') refresh.call(stream);
  return stream.columns;
}

/** What Node needs to be certain costs a start some milliseconds. */
export function mayBeTerminal(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isCharacterDevice() && stats.rdev !== statSync(devNull, { throwIfNoEntry: false })?.rdev;
}
