// What a contract's calls run with: which Node, which program, and everything of a machine that must not matter.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as later } from 'node:timers/promises';
import { isSystemError } from '../../../ctx/src/kit/failures.js';
import type { Moment } from './lifecycle.js';

export interface ProgramUnderTest {
  /** The program `ctx`, as a file that Node runs. */
  readonly program: string;
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly umask?: string;
  /** Whom to run as, where we may choose. */
  readonly uid?: number;
}

export interface ProgramAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Ongoing {
  readonly answer: Promise<ProgramAnswer>;
  /** Whether the moment came: a call may end before. */
  reaches(moment: Moment): Promise<boolean>;
  send(signal: NodeJS.Signals): void;
}

const shell = 'umask "$0"; exec "$@"';

export function call(argv: readonly string[], cwd: string, home: string, given: ProgramUnderTest): Ongoing {
  const { program, node = process.execPath, umask = '022', uid } = given;
  const env = {
    PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`,
    LANG: 'C.UTF-8',
    HOME: home,
    CTX_DETERMINISTIC: '1',
    ...given.env,
  };
  const words = ['-c', shell, umask, node, program, ...argv, '--output-format', 'json'];
  const child = spawn('/bin/sh', words, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let over = false;
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => {
      over = true;
      if (code === null) reject(new Error(`${argv.join(' ')} was killed by ${signal}`));
      else resolve(code);
    });
  });
  return {
    answer: Promise.all([ended, text(child.stdout), text(child.stderr)]).then(
      ([exitCode, stdout, stderr]) => ({ exitCode, stdout, stderr }),
    ),
    async reaches({ file, holds }) {
      const path = join(cwd, file);
      while (!over) {
        if (textIn(path).includes(holds)) return true;
        await later(10);
      }
      return false;
    },
    send(signal) {
      child.kill(signal);
    },
  };
}

/** Empty where there is no such file yet. */
function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  }
}
