// git in a test: under a name of its own, and with no settings but the repository's.

import { execFileSync } from 'node:child_process';

const settings = ['user.name=ada', 'user.email=ada@example.org', 'init.defaultBranch=main'];

/** What it prints. */
export function git(cwd: string, ...words: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...words], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
