// What a report is known by: a digest of its body, computed here and never taken from who wrote it.

export function digestOf(body: string): string {
  // Loaded only where there is a report: a prompt without one does not wait for it.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}
