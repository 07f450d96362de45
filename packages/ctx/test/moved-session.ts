// What tests of teleports and the campaign of faults look at: a repository, and whether a session goes on.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readSession } from '../src/session/reader.js';

export function git(cwd: string, ...words: string[]): string {
  const identity = [
    '-c',
    'user.name=ada',
    '-c',
    'user.email=ada@example.org',
    '-c',
    'init.defaultBranch=main',
  ];
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...words], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Whether a session would go on from this file: it is whole, and was not given away. */
export function isLive(path: string): boolean {
  if (!existsSync(path)) return false;
  let gone = false;
  const { ending } = readSession(path, (record) => {
    if (record.type === 'session.moved') gone = record.way === 'out';
  });
  return ending.kind !== 'broken' && !gone;
}
