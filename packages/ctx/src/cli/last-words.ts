// What is said when the words for a failure cannot be loaded: an upgrade took them away, or no more files can be opened.
// It stands in the file that every start loads, and needs no other.

import { fail } from '../protocol/codes.js';
import type { Words } from '../protocol/envelope.js';
import { Failure, systemCode } from '../protocol/failure.js';

/** The failure itself where it is one of ours; a file of the program that cannot be loaded; or a bug. */
export function lastFailure(error: unknown, command: string, folder: string): Failure {
  if (error instanceof Failure) return error;
  return unloadable(error, folder) ?? refused(error, command) ?? bug(error, command);
}

/** What a disk, a server or a limit can answer to any call; where no code of ours expected it, it is still no bug. */
const troubles = [
  'EIO',
  'EINTR',
  'ESTALE',
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ETIMEDOUT',
  'ENODEV',
  'ENXIO',
  'EBUSY',
  'EAGAIN',
  'EFBIG',
  'ENOTSUP',
  'EREMOTEIO',
  // HOME or another variable names no folder that can be one.
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
];

function refused(error: unknown, command: string): Failure | undefined {
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return undefined;
  const code = systemCode(error) ?? '';
  if (!troubles.includes(code) && !/unknown/i.test(code)) return undefined;
  const target = 'path' in error && typeof error.path === 'string' ? error.path : command;
  return fail('system_refused', {
    operation: String(error.syscall),
    target,
    reason: code,
    cause: error,
  });
}

/** An error of loading a file of the program, which is no bug but an installation that was changed. */
function unloadable(error: unknown, folder: string): Failure | undefined {
  if (!(error instanceof Error) || !('path' in error && 'code' in error)) return undefined;
  const { path, code } = error;
  if (typeof path !== 'string' || !path.startsWith(`${folder}/`)) return undefined;
  const target = path.slice(folder.length + 1);
  const reason = code === 'ENOENT' ? undefined : String(code);
  return fail('package_incomplete', { operation: 'load', target, reason, cause: error });
}

export function lastWords(failure: Failure, second: unknown, program: string): Words {
  const { code, where } = failure;
  if (code === 'package_incomplete') {
    const reason = 'reason' in where && typeof where.reason === 'string' ? where.reason : undefined;
    return installation(where.target, reason, program);
  }
  const why = second instanceof Error ? second.message : String(second);
  return {
    message: `${where.operation} failed on ${where.target} with ${code}; ${program} cannot say more: ${why}.`,
    hint: `Try again; if it stays so, install ${program} again.`,
  };
}

export function installation(target: string, reason: string | undefined, program: string): Words {
  const hint =
    reason === 'EMFILE' || reason === 'ENFILE'
      ? 'Too many files are open: raise the limit (`ulimit -n`), and try again.'
      : `Install ${program} again; if it was upgraded just now, try again.`;
  const message =
    reason === undefined
      ? `The installation lacks ${target}.`
      : `${target} of the installation cannot be loaded (${reason}).`;
  return { message, hint };
}

function bug(error: unknown, command: string): Failure {
  return fail('internal_error', { operation: 'run', target: command, cause: error, crashFile: undefined });
}
