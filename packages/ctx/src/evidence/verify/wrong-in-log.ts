/** What verify would say is wrong with a log, in one line; nothing where it is sound. */
export async function wrongInLog(log: string): Promise<string | undefined> {
  const { verifySession } = await import('./verify-session.js');
  const { findings } = verifySession(log);
  const found = findings.find(({ verdict }) => verdict === 'fail');
  return found && `record ${found.seq ?? '?'}: ${found.message} (${found.code})`;
}
