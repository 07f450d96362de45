// The newest commit of a repository elsewhere, without its history and without a work tree: nothing of it is checked out, so no
// filter, hook or link of it does anything. The user's own settings count (a proxy, a mirror, an ssh key), its own do not.

import type { Environment } from '../disk/user-folder.js';
import { complaintOf } from './run-git.js';

export interface RemoteSnapshot {
  readonly url: string;
  /** A branch or a tag. */
  readonly ref: string;
  /** An empty folder, for `.git`. */
  readonly into: string;
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What git complained about; nothing where it is there. */
export function fetchSnapshot({
  url,
  ref,
  into,
  env,
  timeoutMs,
  signal,
}: RemoteSnapshot): Promise<string | undefined> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  const settings = ['protocol.ext.allow=never', 'core.hooksPath=/dev/null', 'submodule.recurse=false'];
  const words = [
    ...settings.flatMap((setting) => ['-c', setting]),
    'clone',
    '--quiet',
    '--depth=1',
    '--no-checkout',
    '--no-tags',
    '--single-branch',
    '--template=',
    `--branch=${ref}`,
    '--',
    url,
    into,
  ];
  const kept = Object.entries(env).filter(
    ([name]) => !name.startsWith('GIT_') || name.startsWith('GIT_SSL_'),
  );
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      words,
      {
        // Not where we happen to be, whose settings are somebody else's.
        cwd: into,
        env: { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: 'false' },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        signal,
      },
      (error, _, stderr) => {
        if (error === null) return resolve(undefined);
        const said = stderr.trim().split('\n').at(-1) ?? '';
        resolve(said === '' ? complaintOf(error) : said);
      },
    );
    child.stdin?.end();
  });
}
