import { isAbsolute, join } from 'node:path';

/** The folder of one session's snapshots; nothing where the user has no place for state. */
export function snapshotFolder(
  env: Readonly<Record<string, string | undefined>>,
  session: string,
): string | undefined {
  const { XDG_STATE_HOME: state = '', HOME: home = '' } = env;
  if (isAbsolute(state)) return join(state, 'ctx', 'snapshots', session);
  return isAbsolute(home) ? join(home, '.local', 'state', 'ctx', 'snapshots', session) : undefined;
}
