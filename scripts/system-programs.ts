// The programs outside npm that the tests drive, and the user namespace in which ordinary users run the first ring. What is
// missing is installed where that can be done, else named.

import { spawnSync } from 'node:child_process';
import { notRoot, rootPlace } from './as-root.js';

/** The program, and Debian's package that has it. */
const needed: readonly (readonly [program: string, debianPackage: string])[] = [
  ['git', 'git'],
  ['python3', 'python3'],
  ['jq', 'jq'],
  ['bash', 'bash'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
  ['age', 'age'],
  // They check what ctx signed.
  ['ssh-keygen', 'openssh-client'],
  ['openssl', 'openssl'],
  // ssh-mode talks with it. It is not in the PATH of Debian's ordinary users.
  ['/usr/sbin/sshd', 'openssh-server'],
  // Pages of the docs show it.
  ['curl', 'curl'],
  ['script', 'bsdutils'],
  // It shows the installed manual page.
  ['man', 'man-db'],
  // They open ctx:// links.
  ['xdg-mime', 'xdg-utils'],
  // Two machines on this one, in the second ring.
  ['ip', 'iproute2'],
  // The escape suite of the sandbox: run three ways, as root and as another user.
  ['bwrap', 'bubblewrap'],
  ['setpriv', 'util-linux'],
  // Who is not root is root in a namespace of their own: as-root.ts.
  ['newuidmap', 'uidmap'],
  ['perl', 'perl-base'],
  ['tmux', 'tmux'],
  ['taskset', 'util-linux'],
  // The second ring's store of fleets, and what stands in front of many of them.
  ...(process.argv.includes('--hosts')
    ? ([
        ['/usr/lib/postgresql/*/bin/postgres', 'postgresql'],
        ['/usr/sbin/pgbouncer', 'pgbouncer'],
      ] as const)
    : []),
];

const missing = needed.filter(([program]) => !has(program));
if (missing.length > 0) {
  const packages = missing.map(([, debianPackage]) => debianPackage);
  console.log(`missing: ${missing.map(([program]) => program).join(', ')}`);
  if (has('apt-get') && process.getuid?.() === 0) {
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages]);
  }
  const still = missing.filter(([program]) => !has(program));
  if (still.length > 0) {
    console.error(
      `The tests need ${still.map(([program]) => program).join(', ')}. Install them and run it again;`,
    );
    console.error(`on Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}`);
    if (still.some(([program]) => program === 'bwrap'))
      console.error(
        'Without bubblewrap the sandbox is untested: its escape suite, the runs in it and what agents note from inside were not run.',
      );
    console.error('No test was run.');
    process.exit(1);
  }
}
console.log(needed.map(([program]) => program).join(', '), 'are there');

const { without } = process.argv.includes('--hosts') ? {} : rootPlace();
if (without !== undefined) {
  console.error(notRoot(without));
  process.exit(1);
}

/** A pattern is a program outside of PATH. */
function has(program: string): boolean {
  const look = program.startsWith('/') ? `ls ${program}` : `command -v ${program}`;
  return spawnSync('sh', ['-c', look]).status === 0;
}

function run(program: string, words: readonly string[]) {
  spawnSync(program, words, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}
