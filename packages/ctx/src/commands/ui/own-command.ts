// A command of this same ctx in a process of its own, for what takes long or much memory: the server goes on meanwhile, and whoever closes the request
// ends it.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Services } from '../../cli/command.js';
import { fail } from '../../protocol/codes.js';
import { isMembers, type Members } from '../../protocol/members.js';

export interface OwnCommand {
  readonly data: Members | undefined;
  /** As the envelope has it. */
  readonly error: Members | undefined;
}

const longestAnswer = 32 << 20;
const longestMs = 120_000;
const mostAtOnce = 2;

export type RunCommand = (argv: readonly string[], cwd: string, signal: AbortSignal) => Promise<OwnCommand>;

export function ownCommands({ env, program }: Pick<Services, 'env' | 'program'>): RunCommand {
  const waiting: (() => void)[] = [];
  let running = 0;
  const script = join(program.shippedFolder, 'ctx.cjs');

  return async (argv, cwd, signal) => {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      const [command = '', ...rest] = argv;
      const words = [script, command, '--output-format', 'json', ...rest];
      return envelopeIn(await outputOf(words, { cwd, env, signal }), command);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

interface Started {
  readonly cwd: string;
  readonly env: Services['env'];
  readonly signal: AbortSignal;
}

function outputOf(words: readonly string[], { cwd, env, signal }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...words], {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
      killSignal: 'SIGKILL',
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > longestAnswer) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    child.once('error', (cause) =>
      reject(
        fail('command_unanswered', {
          operation: 'run',
          target: words[1] ?? '',
          reason: cause.message,
          cause,
        }),
      ),
    );
    child.once('close', () => resolve(Buffer.concat(pieces).toString('utf8')));
  });
}

export function envelopeIn(output: string, command: string): OwnCommand {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    value = undefined;
  }
  const { data, error } = isMembers(value) ? value : {};
  if (isMembers(data)) return { data, error: undefined };
  if (isMembers(error)) return { data: undefined, error };
  throw fail('command_unanswered', {
    operation: 'run',
    target: command,
    reason: 'its answer is not an envelope',
  });
}
