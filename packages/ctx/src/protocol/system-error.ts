// Errors of Node's own. Apart from failures, because a hook asks for the one without loading the other.

/** At least one: asked about none, `isSystemError` would say no to every error. */
export type SystemCodes = readonly [string, ...string[]];

/** Whether an error of Node's file functions has one of these codes (`ENOENT`, …). Any of them at all: `diskTrouble`. */
export function isSystemError(error: unknown, ...codes: SystemCodes): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(systemCode(error) ?? '');
}

/** Its name. Node has none for what file servers and quotas answer with, and says `UNKNOWN` or the number. */
export function systemCode(error: object): string | undefined {
  if (!('code' in error)) return undefined;
  const code = String(error.code);
  if (code !== 'UNKNOWN' && !code.startsWith('Unknown system error')) return code;
  return ('errno' in error && unnamed[-Number(error.errno)]) || code;
}

const unnamed: Readonly<Record<number, string>> =
  process.platform === 'darwin' ? { 69: 'EDQUOT', 70: 'ESTALE' } : { 116: 'ESTALE', 122: 'EDQUOT' };
