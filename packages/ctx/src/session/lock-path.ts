/** Where the lock of a session file is. */
export function lockPathOf(path: string): string {
  return `${path}.lock`;
}
