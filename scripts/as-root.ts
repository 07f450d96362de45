// Tests mount small disks and act as other users, which only root may do. An ordinary user is root in a user namespace, where the
// ids that the system keeps for that user (/etc/subuid) stand for other users.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

export interface RootPlace {
  /** Words that stand in front of a command. None for who is root already, and where that cannot be. */
  readonly before: readonly string[];
  /** Why the command would not be root. */
  readonly without?: string;
}

/** What a file of the system says. */
type Read = (file: string) => string;

const bare = ['unshare', '--user', '--mount'];
const namespace = [...bare, '--map-root-user', '--map-auto'];
/** Root's own home is the machine's root's, and closed to anybody else. */
const withHome = [...namespace, 'sh', '-c', 'mount -t tmpfs ctx-home /root && exec "$@"', 'sh'];
/** The highest id that tests act as: Debian's nobody. */
const highestId = 65_534;

export function rootPlace(uid = process.getuid?.(), platform = process.platform): RootPlace {
  if (uid === 0 || uid === undefined || platform !== 'linux') return { before: [] };
  // Refused by the kernel, the unshare that maps ids leaves a process behind that holds its stderr open for ever (util-linux 2.38).
  const without =
    problemOf([...bare, 'true']) ?? problemOf([...withHome, 'chown', `${highestId}:${highestId}`, '/root']);
  return without === undefined ? { before: withHome } : { before: [], without };
}

function problemOf([program = '', ...words]: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return status === 0 ? undefined : ((error?.message ?? stderr).trim().split('\n')[0] ?? '');
}

/** Why nobody is root here, and what to do about it. */
export function notRoot(reason: string, read: Read = textOf, user = nameOfUser()): string {
  const commands = allowing(reason, read, user);
  return [
    'Tests mount small disks and act as other users. You are not root, and this system gives you no user namespace in which you would be:',
    `  ${reason}`,
    ...(commands.length === 0
      ? ['Run it as root, or where user namespaces are allowed.']
      : ['To allow it:', ...commands.map((command) => `  ${command}`), 'Or run it as root.']),
    'No test was run.',
  ].join('\n');
}

/** The settings of Debian's and Ubuntu's kernels that forbid namespaces, and the values that do. */
const settings = [
  ['user/max_user_namespaces', '0', '15000'],
  ['kernel/unprivileged_userns_clone', '0', '1'],
  ['kernel/apparmor_restrict_unprivileged_userns', '1', '0'],
] as const;

function allowing(reason: string, read: Read, user: string): string[] {
  const forbidding = settings.filter(([name, value]) => read(`/proc/sys/${name}`).trim() === value);
  const commands = forbidding.map(
    ([name, , allowed]) => `sudo sysctl -w ${name.replace('/', '.')}=${allowed}`,
  );
  if (/new[ug]idmap: No such file/.test(reason)) commands.push('sudo apt-get install uidmap');
  if (reason.includes("'--map-auto'")) commands.push('install util-linux 2.38 or newer, for its unshare');
  const changes = ['uid', 'gid'].map((kind) => idsOf(kind, read, user));
  const added = changes.flatMap(({ add }) => add ?? []);
  if (added.length > 0) commands.push(`sudo usermod ${added.join(' ')} ${user}`);
  commands.push(...changes.flatMap(({ exchange }) => exchange ?? []));
  return commands;
}

/**
 * What gives the user ids up to nobody's, behind those of all others. unshare looks at a user's first line alone, and usermod takes
 * none away from who is logged in.
 */
function idsOf(kind: string, read: Read, user: string): { add?: string; exchange?: string } {
  const lines = read(`/etc/sub${kind}`)
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, first, count]) => ({ name, first: Number(first), count: Number(count) }))
    .filter(({ first, count }) => first > 0 && count > 0);
  const own = lines.find(({ name }) => name === user);
  if (own !== undefined && own.count >= highestId) return {};
  const next = Math.max(100_000, ...lines.map(({ first, count }) => first + count));
  if (own === undefined) return { add: `--add-sub${kind}s ${next}-${next + 65_535}` };
  return { exchange: `sudo sed -i '0,/^${user}:/s/^${user}:.*/${user}:${next}:65536/' /etc/sub${kind}` };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return '"$USER"';
  }
}
