// What the system says of a file, as a typed failure: one place decides what a full disk or a forbidden path is called.

import { fail } from '../protocol/codes.js';
import { Failure, isSystemError, systemCode } from '../protocol/failure.js';
import { NotPlain, notPlainWords } from './plain-file.js';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the quota is used up',
  EFBIG: 'it would become too large',
  EIO: 'the device reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links go round in circles',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  ESTALE: 'the server has forgotten it',
  ENOTSUP: 'the file system does not support this',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_INVALID_ARG_VALUE: 'its path holds a NUL character',
};

/** The failure for an error of the file functions. What is no such error comes back as it is, to be thrown on. */
export function readFailure(error: unknown, target: string): unknown {
  if (!isFileError(error)) return error;
  if (isSystemError(error, 'ENOENT'))
    return fail('file_not_found', { operation: 'read', target, cause: error });
  return fail('file_unreadable', { operation: 'read', target, cause: error, reason: reasonOf(error) });
}

export function writeFailure(error: unknown, target: string): unknown {
  if (!isFileError(error)) return error;
  if (isSystemError(error, 'ENOSPC', 'EDQUOT')) {
    return fail('disk_full', { operation: 'write', target, cause: error });
  }
  return fail('file_unwritable', { operation: 'write', target, cause: error, reason: reasonOf(error) });
}

/** What was written is there, but the disk did not confirm it. */
export function unsettled(error: unknown, target: string): unknown {
  if (!isFileError(error)) return error;
  return fail('not_durable', { operation: 'write', target, cause: error, reason: reasonOf(error) });
}

/** What the disk has to say, in words; nothing where an error is not about the disk. */
export function diskTrouble(error: unknown): string | undefined {
  if (error instanceof NotPlain) return notPlainWords[error.reason];
  const cause = error instanceof Failure ? error.where.cause : error;
  return isFileError(cause) ? reasonOf(cause) : undefined;
}

function isFileError(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return 'syscall' in error || error.code in reasons;
}

function reasonOf(error: Error & { readonly code: string }): string {
  const code = systemCode(error) ?? error.code;
  return systemReason(code);
}

/** What an error code of the system means, in words where we have some. */
export function systemReason(code: string): string {
  return reasons[code] ?? code;
}
