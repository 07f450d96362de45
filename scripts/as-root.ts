// Tests mount small disks and act as other users, which only root may do. An ordinary user is root in a user namespace, where the
// ids that the system keeps for that user (/etc/subuid) stand for other users.

import { spawnSync } from 'node:child_process';

export interface RootPlace {
  /** Words that stand in front of a command. None for who is root already, and where that cannot be. */
  readonly before: readonly string[];
  /** Why the command would not be root. */
  readonly without?: string;
}

const namespace = ['unshare', '--user', '--map-root-user', '--map-auto', '--mount'];
/** Root's own home is the machine's root's, and closed to anybody else. */
const withHome = [...namespace, 'sh', '-c', 'mount -t tmpfs ctx-home /root && exec "$@"', 'sh'];

export function rootPlace(uid = process.getuid?.(), platform = process.platform): RootPlace {
  if (uid === 0 || uid === undefined || platform !== 'linux') return { before: [] };
  const [program = '', ...words] = withHome;
  const { status, stderr, error } = spawnSync(program, [...words, 'true'], { encoding: 'utf8' });
  if (status === 0) return { before: withHome };
  return { before: [], without: (error?.message ?? stderr).trim().split('\n')[0] ?? '' };
}
