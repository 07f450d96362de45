// What a report is known by: a digest of its body, computed here and never taken from who wrote it.

export function digestOf(body: string): string {
  // Loaded only where there is a report: a prompt without one does not wait for it. Its streams cost twenty reports a
  // millisecond, so it hashes at once.
  const { hash } = process.getBuiltinModule('node:crypto');
  return `sha256:${hash('sha256', body)}`;
}
