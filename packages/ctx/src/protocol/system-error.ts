// Errors of Node's own. Apart from failures, because a hook asks for the one without loading the other.

/** Whether an error of Node's file functions has this code (`ENOENT`, …). */
export function isSystemError(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
