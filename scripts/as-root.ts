// Tests mount small disks and act as other users, which only root may do. An ordinary user is root in a user namespace, where the
// ids that the system keeps for that user (/etc/subuid) stand for other users.

import { spawnSync } from 'node:child_process';

export interface RootPlace {
  /** Words that stand in front of a command. None for who is root already, and where that cannot be. */
  readonly before: readonly string[];
  /** Why the command would not be root. */
  readonly without?: string;
}

const bare = ['unshare', '--user', '--mount'];
const namespace = [...bare, '--map-root-user', '--map-auto'];
/** Root's own home is the machine's root's, and closed to anybody else. */
const withHome = [...namespace, 'sh', '-c', 'mount -t tmpfs ctx-home /root && exec "$@"', 'sh'];

export function rootPlace(uid = process.getuid?.(), platform = process.platform): RootPlace {
  if (uid === 0 || uid === undefined || platform !== 'linux') return { before: [] };
  // Refused by the kernel, the unshare that maps ids leaves a process behind that holds its stderr open for ever (util-linux 2.38).
  const without = problemOf([...bare, 'true']) ?? problemOf([...withHome, 'true']);
  return without === undefined ? { before: withHome } : { before: [], without };
}

function problemOf([program = '', ...words]: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 ? undefined : ((error?.message ?? stderr).trim().split('\n')[0] ?? '');
}
